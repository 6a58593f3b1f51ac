/** Selection and sums of groups on a GPU. */
package org.jzfof.groups.cuda;
