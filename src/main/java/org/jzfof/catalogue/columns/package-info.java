/**
 * The quantities of a catalogue: one table of columns with their names, dimensions and values, and
 * the style in which each layout writes them.
 */
package org.jzfof.catalogue.columns;
