/**
 * Options of searches for neighbours, pairs and clusters, of spheres around the groups of a
 * catalogue, and of links and merger trees.
 */
package org.jzfof.config.search;
