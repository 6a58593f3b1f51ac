/**
 * Files of neighbours, with a fixed number of neighbours per query or with lists, and the parallel
 * writing of rows to files.
 */
package org.jzfof.neighbours.files;
