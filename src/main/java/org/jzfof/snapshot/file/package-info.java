/** Reads the files of a snapshot in the conventions of each code, and their columns in blocks. */
package org.jzfof.snapshot.file;
