/**
 * Methods of the literature for nearest neighbours, beside the tree of {@code knn}: the same rows,
 * found in another way.
 */
package org.jzfof.methods;
