/** Merger trees of groups or subhaloes, and the files of links and trees in Gadget-4's layout. */
package org.jzfof.mergertree;
