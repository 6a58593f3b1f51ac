/** Communication between ranks. */
package org.jzfof.comm;
