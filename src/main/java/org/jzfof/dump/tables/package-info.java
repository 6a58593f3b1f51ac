/** Files of pairs, clusters and spheres. */
package org.jzfof.dump.tables;
