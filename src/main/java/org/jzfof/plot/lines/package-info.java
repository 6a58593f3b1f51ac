/** Charts of measurements as lines, in the form of publications. */
package org.jzfof.plot.lines;
