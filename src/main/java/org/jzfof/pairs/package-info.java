/** Counts of pairs by their separation: bins, and the correlation functions from the counts. */
package org.jzfof.pairs;
