/** Rows of typed columns that ranks send each other. */
package org.jzfof.comm.rows;
