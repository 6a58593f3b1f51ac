/** Descendants and progenitors of groups or subhaloes, by the IDs of their members. */
package org.jzfof.trees.links;
