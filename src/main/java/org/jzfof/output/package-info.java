/**
 * What all written files have in common: they appear when complete, and say where they come from
 * and who owns them.
 */
package org.jzfof.output;
