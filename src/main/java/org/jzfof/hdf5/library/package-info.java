/** Identifiers, types, shapes of datasets and errors for all calls of the HDF5 library. */
package org.jzfof.hdf5.library;
