/** Ranks that are processes connected by Open MPI; the only importer of {@code mpi}. */
package org.jzfof.comm.mpi;
