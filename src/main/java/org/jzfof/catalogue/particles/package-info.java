/**
 * Files with the group of each particle: membership, snapshots in group order, and their offsets.
 */
package org.jzfof.catalogue.particles;
