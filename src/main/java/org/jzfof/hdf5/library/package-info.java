/** What every call of the HDF5 library needs: identifiers, types, shapes of datasets and errors. */
package org.jzfof.hdf5.library;
