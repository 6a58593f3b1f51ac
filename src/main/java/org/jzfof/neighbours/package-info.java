/**
 * Exact nearest neighbours and neighbours within a radius: queries, results, distributed indices,
 * and the interfaces of their device operations.
 */
package org.jzfof.neighbours;
