/** Friends-of-friends linking on the tree planes. */
package org.jzfof.fof;
