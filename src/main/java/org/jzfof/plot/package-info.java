/** Pictures of a catalogue and of the particles around its groups; needs no display. */
package org.jzfof.plot;
