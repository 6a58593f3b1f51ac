/**
 * Typed arrays in the memory of a compute device and of its host. Whoever holds an array closes it.
 */
package org.jzfof.device;
