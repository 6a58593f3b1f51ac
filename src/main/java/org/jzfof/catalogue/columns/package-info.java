/**
 * The quantities of a catalogue: one table of columns, with their names, units and values, and the
 * style in which each layout writes any of them.
 */
package org.jzfof.catalogue.columns;
