/** Published search methods on a GPU. */
package org.jzfof.literature.cuda;
