/** Exchange between GPUs: peer buffers within a host, messages between hosts. */
package org.jzfof.exchange.cuda;
