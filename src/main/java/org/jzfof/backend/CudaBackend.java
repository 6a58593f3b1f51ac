package org.jzfof.backend;

import java.util.Arrays;
import java.util.Optional;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.cuda.CudaPotentialKernels;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.NodeRanks;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaDevice;
import org.jzfof.device.cuda.CudaDriver;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.cuda.CudaParticleKernels;
import org.jzfof.error.BackendException;
import org.jzfof.error.Cleanup;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.cuda.ExchangeSelector;
import org.jzfof.fof.AttachKernels;
import org.jzfof.fof.FofKernels;
import org.jzfof.fof.GhostKernels;
import org.jzfof.fof.cuda.CudaAttachKernels;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.fof.cuda.CudaGhostKernels;
import org.jzfof.fof.cuda.Numbering;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.cuda.CudaGroupKernels;
import org.jzfof.literature.choice.MethodKernels;
import org.jzfof.literature.cuda.CudaCellKernels;
import org.jzfof.literature.cuda.CudaKdTreeKernels;
import org.jzfof.neighbours.ClusterKernels;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.LinkKernels;
import org.jzfof.neighbours.RadiusKernels;
import org.jzfof.neighbours.SphKernels;
import org.jzfof.neighbours.cuda.CudaClusterKernels;
import org.jzfof.neighbours.cuda.CudaKnnKernels;
import org.jzfof.neighbours.cuda.CudaPackingKernels;
import org.jzfof.neighbours.cuda.CudaRadiusKernels;
import org.jzfof.neighbours.cuda.CudaSphKernels;
import org.jzfof.neighbours.packing.PackingKernels;
import org.jzfof.pairs.PairKernels;
import org.jzfof.pairs.cuda.CudaPairKernels;
import org.jzfof.spheres.SphereKernels;
import org.jzfof.spheres.cuda.CudaInsideKernels;
import org.jzfof.spheres.cuda.CudaPropertyKernels;
import org.jzfof.spheres.cuda.CudaSphereKernels;
import org.jzfof.spheres.properties.InsideKernels;
import org.jzfof.spheres.properties.PropertyKernels;
import org.jzfof.subhalo.SubhaloKernels;
import org.jzfof.subhalo.cuda.CudaDensityKernels;
import org.jzfof.subhalo.cuda.CudaPotentialSums;
import org.jzfof.subhalo.cuda.CudaSubhaloKernels;
import org.jzfof.subhalo.density.DensityKernels;
import org.jzfof.subhalo.potential.PairsOrTree;
import org.jzfof.subhalo.potential.PotentialSumKernels;
import org.jzfof.threads.Parallel;
import org.jzfof.tree.TreeKernels;
import org.jzfof.tree.TreeShape;
import org.jzfof.tree.cuda.CudaTreeKernels;

/** One NVIDIA GPU. */
public final class CudaBackend implements Backend {
  /** Largest number of points with which the kernels of nearest neighbours were tested. */
  private static final long MAX_SOURCES = Integer.MAX_VALUE;

  private static final TreeShape FOF_SHAPE = new TreeShape(32, 16, 512);

  private final CudaDevice device;
  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  private CudaBackend(CudaDevice device) {
    this.device = device;
    this.kernels = new CudaKernels(device);
    this.memory = new CudaMemory(device, kernels);
    this.algorithms = new DeviceAlgorithms(device, kernels, memory);
  }

  /**
   * Opens a GPU.
   *
   * @param ordinal number of the GPU, or {@link Computer#ANY_DEVICE}
   * @param localRank number of this rank among those of its host; the ranks use the GPUs in turn
   * @throws BackendException giving the reason if no GPU is available
   */
  public static CudaBackend open(int ordinal, int localRank) {
    if (!CudaKernels.built()) {
      throw new BackendException(
          "this build of jzfof has no CUDA kernels: build it where nvcc is on the PATH");
    }
    CudaDriver.loadWithKernels();
    int count = CudaDriver.gpus();
    if (ordinal >= count) {
      throw new BackendException(
          "there is no GPU %d: this host has %d, numbered from 0".formatted(ordinal, count));
    }
    CudaBackend backend =
        new CudaBackend(
            new CudaDevice(ordinal == Computer.ANY_DEVICE ? localRank % count : ordinal));
    try {
      backend.kernels.requireLoadable();
      return backend;
    } catch (BackendException e) {
      backend.close();
      throw e;
    }
  }

  /**
   * Starts the driver and creates the contexts of the GPUs that some ranks will open, which takes a
   * third of a second. The contexts stay until the process ends, or until {@link #end}.
   *
   * @param localRanks numbers of the ranks among those of their host, as for {@link #open}
   * @throws BackendException giving the reason if no GPU is available
   */
  public static void start(int... localRanks) {
    if (CudaKernels.built()) {
      CudaDriver.loadWithKernels();
      int count = CudaDriver.gpus();
      int[] ordinals = Arrays.stream(localRanks).map(rank -> rank % count).distinct().toArray();
      Parallel.with(
          Math.max(1, ordinals.length),
          () -> Parallel.forEach(ordinals.length, 1, i -> CudaDevice.keepContext(ordinals[i])));
    }
  }

  /**
   * Ends the context of a GPU, which takes a tenth of a second or more. All ranks of this process
   * that used the GPU must have closed it.
   */
  public static void end(int ordinal) {
    CudaDevice.endContext(ordinal);
  }

  /** Number of the GPU. */
  public int ordinal() {
    return device.ordinal();
  }

  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public String description() {
    return "GPU " + device.ordinal() + ", " + device.name();
  }

  @Override
  public long maxParticles() {
    return Numbering.MAX_COUNT;
  }

  @Override
  public long maxSources() {
    return MAX_SOURCES;
  }

  /**
   * The peak is the gathering of points: key and row, then the ordered points; 2 bytes for all
   * other arrays.
   */
  @Override
  public long fofBytesPerParticle() {
    return 26;
  }

  /** The index holds records, rows, keys of leaves, and the boxes of all nodes. */
  @Override
  public long knnBytesPerParticle(ElementType coordinates) {
    return coordinates == ElementType.F32 ? 22 : 38;
  }

  @Override
  public long memoryLimit() {
    return device.totalMemory();
  }

  @Override
  public boolean inHeap() {
    return false;
  }

  @Override
  public String memoryRemedy(long bytes) {
    return CudaMemory.REMEDY;
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
    return exchange(comm, choice, NodeRanks.of(comm).ranks());
  }

  /**
   * Opens the path between ranks, with a given set of ranks on this host.
   *
   * @param hostRanks ranks on the host of this rank, increasing, including this one
   */
  public ArrayExchange exchange(Communicator comm, ExchangeChoice choice, int[] hostRanks) {
    return new ExchangeSelector(device, memory, comm, hostRanks).select(choice);
  }

  @Override
  public ParticleKernels particles() {
    return new CudaParticleKernels(kernels, memory, algorithms);
  }

  @Override
  public TreeKernels tree() {
    return new CudaTreeKernels(kernels, memory, algorithms);
  }

  @Override
  public FofKernels fof() {
    return new CudaFofKernels(kernels, memory, algorithms);
  }

  @Override
  public AttachKernels attach() {
    return new CudaAttachKernels(kernels, memory, algorithms);
  }

  @Override
  public KnnKernels knn() {
    return new CudaKnnKernels(kernels, memory, algorithms);
  }

  @Override
  public MethodKernels methodKernels() {
    return new MethodKernels(
        new CudaKdTreeKernels(kernels, memory, algorithms),
        Optional.of(new CudaCellKernels(kernels, memory, algorithms)),
        Optional.empty());
  }

  @Override
  public RadiusKernels radius() {
    return new CudaRadiusKernels(kernels, memory, algorithms);
  }

  @Override
  public LinkKernels links() {
    return new CudaRadiusKernels(kernels, memory, algorithms);
  }

  @Override
  public ClusterKernels clusters() {
    return new CudaClusterKernels(kernels, memory, algorithms);
  }

  @Override
  public PairKernels pairs() {
    return new CudaPairKernels(kernels, memory, algorithms);
  }

  @Override
  public SphereKernels spheres() {
    return new CudaSphereKernels(kernels, memory, algorithms);
  }

  @Override
  public InsideKernels inside() {
    return new CudaInsideKernels(kernels, memory, algorithms);
  }

  @Override
  public PropertyKernels properties() {
    return new CudaPropertyKernels(kernels, memory, algorithms);
  }

  @Override
  public PotentialKernels potential() {
    return new CudaPotentialKernels(kernels, memory, algorithms);
  }

  @Override
  public PackingKernels packing() {
    return new CudaPackingKernels(kernels, memory, algorithms);
  }

  @Override
  public SphKernels sph() {
    return new CudaSphKernels(kernels, memory);
  }

  @Override
  public DensityKernels densities() {
    return new CudaDensityKernels(kernels, memory, algorithms);
  }

  @Override
  public SubhaloKernels subhaloes(PairsOrTree.Limits limits) {
    PotentialSumKernels sums = PairsOrTree.kernels(potentialSums(), potential(), memory, limits);
    return new CudaSubhaloKernels(kernels, memory, algorithms, sums, limits);
  }

  @Override
  public PotentialSumKernels potentialSums() {
    return members -> new CudaPotentialSums(kernels, memory, members);
  }

  @Override
  public GhostKernels ghosts() {
    return new CudaGhostKernels(kernels, memory, algorithms);
  }

  @Override
  public GroupKernels groups() {
    return new CudaGroupKernels(kernels, memory, algorithms);
  }

  @Override
  public void close() {
    Cleanup.all(memory::close, kernels::close, device::close);
  }
}
