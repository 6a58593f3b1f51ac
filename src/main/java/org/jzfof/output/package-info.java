/**
 * Writing of files: transactions, which make files appear when they are complete, locks, the
 * provenance in files, and checks of existing files.
 */
package org.jzfof.output;
