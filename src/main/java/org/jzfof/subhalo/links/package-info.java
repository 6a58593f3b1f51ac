/** Links of the members of whole groups to denser ones that are near, by a tree of each group. */
package org.jzfof.subhalo.links;
