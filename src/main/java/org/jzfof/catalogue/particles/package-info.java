/**
 * Files that tell of the group of each particle: membership, snapshots in group order, their
 * offsets.
 */
package org.jzfof.catalogue.particles;
