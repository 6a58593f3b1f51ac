/** Common parts of the commands: groups of options, exit codes, the version. */
package org.jzfof.cli.common;
