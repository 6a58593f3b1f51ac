/** Trees on a GPU. */
package org.jzfof.tree.cuda;
