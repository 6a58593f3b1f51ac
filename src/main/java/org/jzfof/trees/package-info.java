/**
 * Merger trees of groups or subhaloes, and the files of links and trees in the layout of Gadget-4.
 */
package org.jzfof.trees;
