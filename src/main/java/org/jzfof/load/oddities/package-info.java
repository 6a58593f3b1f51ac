/** What is odd about rows as they are read, and is told once for all threads and ranks. */
package org.jzfof.load.oddities;
