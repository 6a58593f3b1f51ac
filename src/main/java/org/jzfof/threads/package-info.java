/** Parallel loops of a rank, and background threads. */
package org.jzfof.threads;
