/** Trees of nodes with tight boxes, and the dual walk over pairs of nodes. */
package org.jzfof.tree;
