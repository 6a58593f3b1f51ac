/** Tables of pairs, clusters, spheres and profiles as files. */
package org.jzfof.tables;
