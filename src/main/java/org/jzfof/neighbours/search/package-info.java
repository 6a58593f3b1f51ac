/** Searches for the nearest neighbours and for those within a radius, from a snapshot to a file. */
package org.jzfof.neighbours.search;
