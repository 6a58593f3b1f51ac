/** What a compute device offers to the pipeline, and how one is chosen. */
package org.jzfof.backend;
