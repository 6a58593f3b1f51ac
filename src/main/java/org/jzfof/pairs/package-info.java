/** Counts of pairs by their separation: bins, and the correlation functions that follow. */
package org.jzfof.pairs;
