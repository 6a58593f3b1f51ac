/** Ranks that are processes connected by Open MPI; only this package imports {@code mpi}. */
package org.jzfof.comm.mpi;
