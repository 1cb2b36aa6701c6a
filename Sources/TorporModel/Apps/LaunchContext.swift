/// The attributes that a command inherits from the requesting process, as reported by the kernel.
@usableFromInline package struct LaunchContext: Hashable, Sendable {
  /// The bits that new files do not get.
  @usableFromInline package var umask: UInt32
  /// The resource limits, by their kind (`RLIMIT_CPU` is 0).
  @usableFromInline package var limits: [Limit]
  /// From -20 to 19; the higher, the smaller its share of processor time.
  @usableFromInline package var niceness: Int32
  /// `SCHED_OTHER`, `SCHED_FIFO`, `SCHED_RR`, `SCHED_BATCH` or `SCHED_IDLE`, by its number.
  @usableFromInline package var schedulingPolicy: Int32
  /// From 1 to 99 with `SCHED_FIFO` and `SCHED_RR`, else 0.
  @usableFromInline package var schedulingPriority: Int32
  /// As in ioprio_set(2); 0: derived by the kernel from the niceness.
  @usableFromInline package var ioPriority: Int32

  /// One resource limit; `UInt64.max` is none.
  @usableFromInline package struct Limit: Hashable, Sendable {
    /// Which limit, by its number in Linux.
    @usableFromInline package var kind: Int32
    /// The limit in effect.
    @usableFromInline package var soft: UInt64
    /// The limit up to which the process may raise it.
    @usableFromInline package var hard: UInt64

    /// Makes a limit.
    @inlinable package init(kind: Int32, soft: UInt64, hard: UInt64) {
      self.kind = kind
      self.soft = soft
      self.hard = hard
    }
  }

  /// Makes a context; without arguments, that of an unchanged process.
  @inlinable package init(
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
