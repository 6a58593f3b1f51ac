/** Rows of typed columns that ranks exchange. */
package org.jzfof.comm.rows;
