/** Progress and timings of the stages of a command. */
package org.jzfof.progress;
