/**
 * A thin layer over the HDF5 C API; only this package and its subpackages use JHDF5. Threads read
 * contiguous and compressed datasets without the library.
 */
package org.jzfof.hdf5;
