/** Searches for neighbours on a GPU. */
package org.jzfof.neighbours.cuda;
