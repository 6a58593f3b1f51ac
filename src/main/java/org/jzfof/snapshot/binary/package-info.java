/** Gadget's binary snapshots, as HDF5 files in memory whose values stay in the binary file. */
package org.jzfof.snapshot.binary;
