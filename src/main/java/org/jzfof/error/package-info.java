/** Failures a user can act on: the value at fault and the remedy. */
package org.jzfof.error;
