package org.jzfof.backend;

import java.util.Optional;
import java.util.function.LongConsumer;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.cpu.CpuPotentialKernels;
import org.jzfof.comm.Communicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostArray;
import org.jzfof.device.cpu.CpuMemory;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.cpu.CpuParticleKernels;
import org.jzfof.error.BackendException;
import org.jzfof.error.JavaHeap;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.CopiedMessages;
import org.jzfof.exchange.MessageExchange;
import org.jzfof.fof.AttachKernels;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostKernels;
import org.jzfof.fof.cpu.CpuAttachKernels;
import org.jzfof.fof.cpu.CpuFofKernels;
import org.jzfof.fof.cpu.CpuGhostKernels;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.cpu.CpuGroupKernels;
import org.jzfof.literature.choice.MethodKernels;
import org.jzfof.literature.cpu.CpuBTreeKernels;
import org.jzfof.literature.cpu.CpuKdTreeKernels;
import org.jzfof.neighbours.ClusterKernels;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.neighbours.SphKernels;
import org.jzfof.neighbours.cpu.CpuClusterKernels;
import org.jzfof.neighbours.cpu.CpuKnnKernels;
import org.jzfof.neighbours.cpu.CpuRadiusKernels;
import org.jzfof.neighbours.cpu.sph.CpuSphKernels;
import org.jzfof.pairs.PairKernels;
import org.jzfof.pairs.cpu.CpuPairKernels;
import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.cpu.CpuInsideKernels;
import org.jzfof.spheres.cpu.CpuPropertyKernels;
import org.jzfof.spheres.cpu.CpuSphereKernels;
import org.jzfof.spheres.properties.InsideKernels;
import org.jzfof.spheres.properties.PropertyKernels;
import org.jzfof.subhalo.SubhaloFinder;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.cpu.CpuDensityKernels;
import org.jzfof.subhalo.cpu.CpuSubhaloKernels;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.potential.DirectSums;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.potential.PotentialSumKernels;
import org.jzfof.threads.Parallel;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeShape;
import org.jzfof.tree.cpu.CpuTreeKernels;

/** The CPU of the host: plain Java on the threads of {@link Parallel}. */
public final class CpuBackend implements Backend {
  // The positions of all particles share one Java array [3n].
  private static final long MAX_PARTICLES = HostArray.LONGEST / 3;

  private static final TreeShape FOF_SHAPE = new TreeShape(24, 16, 1024);

  private final CpuMemory memory;

  public CpuBackend() {
    this(bytes -> {});
  }

  /**
   * @param admission receives the size in bytes of each device array before its allocation; it
   *     throws to refuse the array
   */
  public CpuBackend(LongConsumer admission) {
    this.memory = new CpuMemory(admission);
  }

  @Override
  public String name() {
    return "cpu";
  }

  @Override
  public String description() {
    int threads = Parallel.threads();
    return threads + (threads == 1 ? " thread" : " threads");
  }

  @Override
  public long maxParticles() {
    return MAX_PARTICLES;
  }

  @Override
  public long maxSources() {
    return MAX_PARTICLES;
  }

  /**
   * The peak is the selection of groups: ordered points, pointers, lengths, members and their sort
   * keys.
   */
  @Override
  public long fofBytesPerParticle() {
    return 44;
  }

  /**
   * The index holds fixed-point points in Morton order, their rows and coordinates, and the leaves.
   */
  @Override
  public long knnBytesPerParticle(ElementType coordinates) {
    return coordinates == ElementType.F32 ? 36 : 46;
  }

  @Override
  public long memoryLimit() {
    return Runtime.getRuntime().maxMemory();
  }

  @Override
  public boolean inHeap() {
    return true;
  }

  @Override
  public String memoryRemedy(long bytes) {
    return JavaHeap.remedy(bytes);
  }

  @Override
  public TreeShape fofShape() {
    return FOF_SHAPE;
  }

  @Override
  public DeviceMemory memory() {
    return memory;
  }

  @Override
  public ArrayExchange exchange(Communicator comm, ExchangeChoice choice) {
    if (choice != ExchangeChoice.AUTO && choice != ExchangeChoice.STAGED) {
      throw new BackendException(
          "--exchange %s is for GPUs, and the backend is cpu: leave --exchange out"
              .formatted(choice));
    }
    return new MessageExchange(
        comm, memory, particles()::gather, new CopiedMessages(memory), "host memory");
  }

  @Override
  public ParticleKernels particles() {
    return new CpuParticleKernels(memory);
  }

  @Override
  public TreeKernels tree() {
    return new CpuTreeKernels(memory);
  }

  @Override
  public FofKernels fof() {
    return new CpuFofKernels(memory);
  }

  @Override
  public AttachKernels attach() {
    return new CpuAttachKernels(memory);
  }

  @Override
  public KnnKernels knn() {
    return new CpuKnnKernels(memory);
  }

  @Override
  public MethodKernels methodKernels() {
    return new MethodKernels(
        new CpuKdTreeKernels(memory), Optional.empty(), Optional.of(new CpuBTreeKernels(memory)));
  }

  @Override
  public RadiusKernels radius() {
    return new CpuRadiusKernels(memory);
  }

  @Override
  public LinkKernels links() {
    return new CpuRadiusKernels(memory);
  }

  @Override
  public ClusterKernels clusters() {
    return new CpuClusterKernels(memory);
  }

  @Override
  public PairKernels pairs() {
    return new CpuPairKernels();
  }

  @Override
  public SphereKernels spheres() {
    return new CpuSphereKernels(memory);
  }

  @Override
  public PotentialKernels potential() {
    return new CpuPotentialKernels(memory);
  }

  @Override
  public InsideKernels inside() {
    return new CpuInsideKernels();
  }

  @Override
  public PropertyKernels properties() {
    return new CpuPropertyKernels();
  }

  @Override
  public SphKernels sph() {
    return new CpuSphKernels(memory);
  }

  @Override
  public DensityKernels densities() {
    return new CpuDensityKernels(memory);
  }

  @Override
  public SubhaloKernels subhaloes(PairsOrTree.Limits limits) {
    PotentialSumKernels sums = PairsOrTree.kernels(potentialSums(), potential(), memory, limits);
    return new CpuSubhaloKernels(memory, new SubhaloFinder(sums));
  }

  @Override
  public PotentialSumKernels potentialSums() {
    return DirectSums::new;
  }

  @Override
  public GhostKernels ghosts() {
    return new CpuGhostKernels(memory);
  }

  @Override
  public GroupKernels groups() {
    return new CpuGroupKernels(memory);
  }

  /** Does nothing: all memory belongs to the Java heap. */
  @Override
  public void close() {}
}
