/** Files of positions that are no snapshots: raw, HDF5, texts and PLY. */
package org.jzfof.snapshot.positions;
