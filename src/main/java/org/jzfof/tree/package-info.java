/** Trees of nodes with tight boxes, and the walk of two of them. */
package org.jzfof.tree;
