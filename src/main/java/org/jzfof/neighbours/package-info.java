/**
 * Exact nearest neighbours and neighbours within a radius: queries, answers, indexes over ranks,
 * and the device operations between.
 */
package org.jzfof.neighbours;
