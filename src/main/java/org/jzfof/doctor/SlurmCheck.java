package org.jzfof.doctor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Slurm's programs, and what a job has been granted. */
final class SlurmCheck {
  private static final List<String> GRANTS =
      List.of(
          "SLURM_JOB_ID",
          "SLURM_JOB_NUM_NODES",
          "SLURM_NTASKS",
          "SLURM_CPUS_PER_TASK",
          "SLURM_MEM_PER_NODE",
          "SLURM_MEM_PER_CPU",
          "SLURM_GPUS_PER_NODE",
          "SLURM_GPUS_PER_TASK",
          "CUDA_VISIBLE_DEVICES");

  private SlurmCheck() {}

  static List<Finding> examine(Map<String, String> environment) {
    Optional<List<String>> version = Programs.lines("sbatch", "--version");
    if (version.isEmpty()) {
      return List.of(Finding.ok("Slurm", "none here (no sbatch on the PATH)"));
    }
    String found = String.join(" ", version.get());
    boolean pmix =
        Programs.lines("srun", "--mpi=list").stream()
            .flatMap(List::stream)
            .anyMatch(line -> line.contains("pmix"));
    Finding programs =
        pmix
            ? Finding.ok("Slurm", found + ", srun can start ranks (PMIx)")
            : Finding.note(
                "Slurm",
                found + ", srun has no PMIx",
                "start ranks with mpirun inside the job: scripts/slurm/one-node.sbatch");
    return environment.containsKey("SLURM_JOB_ID")
        ? List.of(programs, job(environment))
        : List.of(programs);
  }

  private static Finding job(Map<String, String> environment) {
    String grants =
        GRANTS.stream()
            .filter(environment::containsKey)
            .flatMap(name -> Stream.of(name + "=" + environment.get(name)))
            .collect(Collectors.joining(" "));
    return environment.containsKey("SLURM_GPUS_PER_TASK")
        ? Finding.note(
            "Slurm job",
            grants,
            "--gpus-per-task hides the GPUs of the other ranks: use --gpus-per-node with"
                + " --gpu-bind=none")
        : Finding.ok("Slurm job", grants);
  }
}
