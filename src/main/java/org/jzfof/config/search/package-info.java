/**
 * Options of searches for neighbours, pairs and clusters, and of spheres around the groups of a
 * catalogue.
 */
package org.jzfof.config.search;
