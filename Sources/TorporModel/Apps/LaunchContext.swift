/// What a command takes over of the process that asked for it, as the kernel tells it of that process.
public struct LaunchContext: Hashable, Sendable {
  /// The bits that new files do not get.
  public var umask: UInt32
  /// The resource limits, by their kind (`RLIMIT_CPU` is 0).
  public var limits: [Limit]
  /// From -20 to 19; the higher, the less processor time beside others.
  public var niceness: Int32
  /// `SCHED_OTHER`, `SCHED_FIFO`, `SCHED_RR`, `SCHED_BATCH` or `SCHED_IDLE`, by its number.
  public var schedulingPolicy: Int32
  /// From 1 to 99 with `SCHED_FIFO` and `SCHED_RR`, else 0.
  public var schedulingPriority: Int32
  /// As in ioprio_set(2); 0: what the kernel makes of the niceness.
  public var ioPriority: Int32

  /// One resource limit; `UInt64.max` is none.
  public struct Limit: Hashable, Sendable {
    /// Which limit, by its number in Linux.
    public var kind: Int32
    /// What holds.
    public var soft: UInt64
    /// What the process may raise it to.
    public var hard: UInt64

    /// Makes a limit.
    public init(kind: Int32, soft: UInt64, hard: UInt64) {
      self.kind = kind
      self.soft = soft
      self.hard = hard
    }
  }

  /// Makes a context; without arguments that of a process that nobody has changed.
  public init(
    umask: UInt32 = 0o022,
    limits: [Limit] = [],
    niceness: Int32 = 0,
    schedulingPolicy: Int32 = 0,
    schedulingPriority: Int32 = 0,
    ioPriority: Int32 = 0
  ) {
    self.umask = umask
    self.limits = limits
    self.niceness = niceness
    self.schedulingPolicy = schedulingPolicy
    self.schedulingPriority = schedulingPriority
    self.ioPriority = ioPriority
  }
}
