/** What commands have in common: groups of options, exit codes, the version. */
package org.jzfof.cli.common;
