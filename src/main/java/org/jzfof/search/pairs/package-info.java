/** Counts of pairs, from a snapshot to a file. */
package org.jzfof.search.pairs;
