/**
 * Lists of neighbours in about one byte a pair: the code of a list, the blocks of queries whose
 * lists are packed together, and the interface of the device operation that packs them.
 */
package org.jzfof.neighbours.packing;
