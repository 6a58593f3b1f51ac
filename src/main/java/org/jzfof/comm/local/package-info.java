/** The communicator of a single rank. */
package org.jzfof.comm.local;
