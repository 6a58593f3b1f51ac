/** Where a file of jzfof comes from: what it says of that itself, and whose a standing file is. */
package org.jzfof.provenance;
