/** The pairs command: counts of pairs, from a snapshot to a file. */
package org.jzfof.pairs.search;
