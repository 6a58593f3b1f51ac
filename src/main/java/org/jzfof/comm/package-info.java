/** Communication between ranks: collective operations, and failures that concern several ranks. */
package org.jzfof.comm;
