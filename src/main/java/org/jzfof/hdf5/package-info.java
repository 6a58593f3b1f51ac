/** A thin layer over the HDF5 C API; the only package that imports JHDF5. */
package org.jzfof.hdf5;
