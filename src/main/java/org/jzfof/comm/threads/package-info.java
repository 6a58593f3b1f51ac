/** Ranks that are threads of one JVM, and the communicator of a single rank. */
package org.jzfof.comm.threads;
