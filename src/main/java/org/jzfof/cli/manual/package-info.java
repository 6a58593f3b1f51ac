/** Manual pages from the help of the commands. */
package org.jzfof.cli.manual;
