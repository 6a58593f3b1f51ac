/** Merger trees in memory: which haloes are in a tree, in which order, and their properties. */
package org.jzfof.trees.merger;
