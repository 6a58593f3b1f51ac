/**
 * Exceptions for users, which name the value at fault and the remedy, and the closing of resources.
 */
package org.jzfof.error;
