/** Reads the chunk index of a dataset, and its chunks, without the library. */
package org.jzfof.hdf5.chunks;
