/**
 * Published methods that find nearest neighbours and neighbours within a radius. They are
 * alternatives to the tree of {@link org.jzfof.neighbours} with the same results.
 */
package org.jzfof.literature;
