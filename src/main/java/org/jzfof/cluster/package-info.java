/**
 * Clusters by density (DBSCAN): links between core points of all ranks, numbers of clusters, and
 * the path from a snapshot to a file.
 */
package org.jzfof.cluster;
