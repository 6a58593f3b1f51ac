/**
 * Friends-of-friends: links within a rank, ghosts of other ranks, and the union-find over all
 * ranks.
 */
package org.jzfof.fof;
