/** Commands on several ranks: their start, output and end. */
package org.jzfof.cli.ranks;
