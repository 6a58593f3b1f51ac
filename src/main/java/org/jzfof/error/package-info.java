/**
 * Exceptions for users, which name the value at fault and the remedy, similar words for their
 * messages, and the closing of resources.
 */
package org.jzfof.error;
