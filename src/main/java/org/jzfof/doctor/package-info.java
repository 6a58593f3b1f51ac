/** Checks the parts of a machine that jzfof can use, and describes remedies for missing parts. */
package org.jzfof.doctor;
