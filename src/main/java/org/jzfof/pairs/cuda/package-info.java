/** Counts of pairs on a GPU. */
package org.jzfof.pairs.cuda;
