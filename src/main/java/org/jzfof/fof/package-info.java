/** Friends-of-friends linking on the tree levels. */
package org.jzfof.fof;
