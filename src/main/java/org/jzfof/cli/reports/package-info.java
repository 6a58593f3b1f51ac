/** What commands print: tables and summaries. */
package org.jzfof.cli.reports;
