/** The files of neighbours: fixed numbers of them, and lists. */
package org.jzfof.neighbours.files;
