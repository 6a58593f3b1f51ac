/**
 * The layout of groups in the files of a catalogue: fields, ranges of rows, and the distribution of
 * rows over writing ranks.
 */
package org.jzfof.catalogue.layout;
