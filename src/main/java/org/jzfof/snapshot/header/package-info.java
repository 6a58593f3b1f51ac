/** What a snapshot says about itself: files, counts, units, cosmology. */
package org.jzfof.snapshot.header;
