/** Clusters of DBSCAN: links between core points of all ranks, and the numbers of clusters. */
package org.jzfof.cluster;
