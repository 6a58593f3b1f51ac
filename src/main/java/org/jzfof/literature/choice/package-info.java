/** The choice of a method that finds neighbours: the tree, or a method of the literature. */
package org.jzfof.literature.choice;
