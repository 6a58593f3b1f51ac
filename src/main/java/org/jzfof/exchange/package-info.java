/** Exchange of device arrays between ranks. */
package org.jzfof.exchange;
