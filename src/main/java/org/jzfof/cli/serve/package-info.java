/** The command serve: searches of arrays for a program that keeps jzfof running. */
package org.jzfof.cli.serve;
