/** Ranks that are threads of one JVM. */
package org.jzfof.comm.threads;
