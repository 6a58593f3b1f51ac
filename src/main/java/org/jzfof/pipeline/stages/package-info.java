/** The stages of one search for groups, from particles on the device to the reduced catalogue. */
package org.jzfof.pipeline.stages;
