/** Headers of snapshots: files, counts, units, cosmology. */
package org.jzfof.snapshot.header;
