/** Tree levels: flat, Morton-ordered levels of nodes with tight boxes. */
package org.jzfof.tree;
