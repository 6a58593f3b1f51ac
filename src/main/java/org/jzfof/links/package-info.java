/** Resolution of links between ranks into global groups. */
package org.jzfof.links;
