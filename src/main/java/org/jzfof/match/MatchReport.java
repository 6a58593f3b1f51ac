package org.jzfof.match;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.progress.StageTiming;

/**
 * The result of a match.
 *
 * @param subhaloes whether subhaloes were matched instead of groups
 * @param types types of the members that counted, for the user
 * @param sources origin of the members of both catalogues
 * @param first the haloes of the first catalogue, and their matches in the second one
 * @param warnings complete sentences for the user
 */
public record MatchReport(
    boolean subhaloes,
    String types,
    List<String> sources,
    Direction first,
    Direction second,
    String massUnit,
    Path file,
    List<StageTiming> stages,
    List<String> warnings) {}
