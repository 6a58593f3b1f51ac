/** Where the chunks of a dataset are in its file, and tiles of rows read from them. */
package org.jzfof.hdf5.chunks;
