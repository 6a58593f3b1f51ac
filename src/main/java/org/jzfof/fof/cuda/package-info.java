/** Links between particles and between ranks on a GPU. */
package org.jzfof.fof.cuda;
