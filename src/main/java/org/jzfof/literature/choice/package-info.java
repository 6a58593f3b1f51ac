/** The choice of a method for neighbours: the tree, or one of the literature. */
package org.jzfof.literature.choice;
