/** What all written files share: they appear when complete, and say where they come from. */
package org.jzfof.output;
