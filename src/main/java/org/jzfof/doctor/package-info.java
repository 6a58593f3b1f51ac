/**
 * Looks at what a machine has of the parts that jzfof can use, and says what to do about the rest.
 */
package org.jzfof.doctor;
