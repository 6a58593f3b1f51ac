package org.jzfof.doctor;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks the programs of Slurm, and the resources of a job. */
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
    Programs.Answer version = Programs.ask("sbatch", "--version");
    if (!version.started()) {
      return List.of(Finding.ok("Slurm", "none here (no sbatch on the PATH)"));
    }
    Finding programs = programs(version, Programs.ask("srun", "--mpi=list"));
    return environment.containsKey("SLURM_JOB_ID")
        ? List.of(programs, job(environment))
        : List.of(programs);
  }

  /**
   * Returns the finding for the outputs of {@code sbatch --version} and {@code srun --mpi=list}.
   */
  static Finding programs(Programs.Answer version, Programs.Answer plugins) {
    if (!version.succeeded() || !plugins.succeeded()) {
      String which = version.succeeded() ? "srun --mpi=list " : "sbatch --version ";
      String fault = version.succeeded() ? plugins.fault() : version.fault();
      return Finding.note(
          "Slurm",
          which + fault,
          "for jobs here set up Slurm, or set SLURM_CONF to its slurm.conf");
    }
    String versionText = String.join(" ", version.lines());
    return plugins.lines().stream().anyMatch(line -> line.contains("pmix"))
        ? Finding.ok("Slurm", versionText + ", srun can start ranks (PMIx)")
        : Finding.note(
            "Slurm",
            versionText + ", srun has no PMIx",
            "start ranks with mpirun inside the job: scripts/slurm/one-node.sbatch");
  }

  private static Finding job(Map<String, String> environment) {
    String grants =
        GRANTS.stream()
            .filter(environment::containsKey)
            .map(name -> name + "=" + environment.get(name))
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
