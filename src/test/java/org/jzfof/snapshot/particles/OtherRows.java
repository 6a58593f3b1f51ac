package org.jzfof.snapshot.particles;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ParticleChoice;
import org.jzfof.snapshot.RowReader;
import org.jzfof.snapshot.file.ParticleColumn;

/** Snapshots whose rows come from another reader than their files. */
public final class OtherRows {
  private OtherRows() {}

  /** What happens before rows of a column are read. */
  @FunctionalInterface
  public interface Step {
    void before(ParticleColumn column) throws Exception;
  }

  /** A reader of the same rows to which something happens before it reads some. */
  public static RowReader after(Step step, RowReader files) {
    return (RowReader)
        Proxy.newProxyInstance(
            RowReader.class.getClassLoader(),
            new Class<?>[] {RowReader.class},
            (self, method, arguments) -> {
              if (method.getName().equals("read")) {
                step.before((ParticleColumn) arguments[0]);
              }
              try {
                return method.invoke(files, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /**
   * @param reader makes one of that of the files
   */
  public static SnapshotParticles of(
      ParticleChoice choice, Communicator comm, UnaryOperator<RowReader> reader) {
    CheckedSnapshot files =
        CheckedSnapshot.open(choice, new int[0], RequiredColumns.ofIds(true), comm);
    CheckedSnapshot others =
        new CheckedSnapshot(
            files.snapshot(),
            new HeldRows(reader.apply(files.snapshot()), new HeldArrays(), 2),
            files.columns(),
            files.linked(),
            files.attached(),
            files.surrounding(),
            files.checks(),
            files.warnings(),
            files.remarks());
    return SnapshotParticles.of(others, choice, comm);
  }
}
