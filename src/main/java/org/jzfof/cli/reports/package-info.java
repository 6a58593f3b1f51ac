/** The output of commands: tables and summaries. */
package org.jzfof.cli.reports;
