/** How groups are laid out in the files of a catalogue: fields, ranges of rows, who writes what. */
package org.jzfof.catalogue.layout;
