/** The searches on arrays in raw files or shared memory, with results in raw files as well. */
package org.jzfof.arrays;
