/** Options of the commands on catalogues: links, trees, matches and tables. */
package org.jzfof.config.catalogues;
