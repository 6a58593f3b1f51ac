/** Files of merger trees: those of Gadget-4, SubLink and LHaloTree, and main branches. */
package org.jzfof.trees.files;
