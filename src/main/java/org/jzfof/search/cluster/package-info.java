/** Clusters by density (DBSCAN), from a snapshot to a file. */
package org.jzfof.search.cluster;
