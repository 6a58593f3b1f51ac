/** Headers of snapshots: files, counts, units, cosmology and expansion. */
package org.jzfof.snapshot.header;
