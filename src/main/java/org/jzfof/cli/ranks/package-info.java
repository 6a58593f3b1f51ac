/** Commands on ranks: how they start, speak, and stop together. */
package org.jzfof.cli.ranks;
