/** {@code jzfof link} and {@code jzfof trees}: a series of catalogues becomes merger trees. */
package org.jzfof.search.trees;
