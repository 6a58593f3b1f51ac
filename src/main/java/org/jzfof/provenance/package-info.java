/** The origin of files of jzfof, and the owners of existing files. */
package org.jzfof.provenance;
