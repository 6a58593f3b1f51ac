/** One file of a snapshot and its columns, read in blocks. */
package org.jzfof.snapshot.file;
