package org.jzfof.snapshot.file;

/**
 * Takes blocks of coordinates [3·count], x, y, z interleaved, in snapshot length units and in the
 * precision in which they are stored.
 */
public interface CoordinateSink extends FloatSink {}
