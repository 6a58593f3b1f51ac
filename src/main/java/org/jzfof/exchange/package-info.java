/** Ways on which device arrays travel between ranks. */
package org.jzfof.exchange;
