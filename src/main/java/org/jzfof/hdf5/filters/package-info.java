/** Decodes the filters of chunks without the library. */
package org.jzfof.hdf5.filters;
