/** Filters of chunks, unpacked without the library. */
package org.jzfof.hdf5.filters;
