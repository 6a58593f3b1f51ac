/** Exact nearest neighbours: what is asked, what is answered, and the device operations between. */
package org.jzfof.knn;
