/** The command line; only this package prints or exits. */
package org.jzfof.cli;
