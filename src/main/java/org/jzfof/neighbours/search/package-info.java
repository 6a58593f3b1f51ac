/**
 * Searches for nearest neighbours and for neighbours within a radius, from a snapshot to a file.
 */
package org.jzfof.neighbours.search;
