/** Threads beside the one that computes. */
package org.jzfof.threads;
