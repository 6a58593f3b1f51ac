/**
 * Published methods for nearest neighbours and for neighbours within a radius, beside the tree of
 * {@link org.jzfof.neighbours}: the same rows, found in another way.
 */
package org.jzfof.literature;
