/** Exchange of device arrays between ranks: the interface, and the paths through messages. */
package org.jzfof.exchange;
