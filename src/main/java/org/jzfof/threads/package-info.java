/** Threads that share the loops of a rank, and threads beside them. */
package org.jzfof.threads;
