/**
 * Links from the members of complete groups to denser members nearby, found by a tree over each
 * group.
 */
package org.jzfof.subhalo.links;
