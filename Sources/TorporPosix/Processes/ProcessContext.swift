internal import CTorporPosix
internal import Glibc

/// What a process hands down to the processes that it starts, and a command takes over of the one that
/// asked for it: its umask, its resource limits, and how it is scheduled.
package struct ProcessContext: Hashable, Sendable {
  /// The bits that new files do not get.
  package var umask: UInt32
  /// The limits by their kind, in its order (`RLIMIT_CPU` is 0).
  package var limits: [Limit]
  package var niceness: Int32
  /// `SCHED_OTHER`, `SCHED_FIFO`, `SCHED_RR`, `SCHED_BATCH` or `SCHED_IDLE`.
  package var schedulingPolicy: Int32
  /// From 1 to 99 with `SCHED_FIFO` and `SCHED_RR`, else 0.
  package var schedulingPriority: Int32
  /// As in ioprio_set(2); 0: what the kernel makes of the niceness.
  package var ioPriority: Int32

  /// One resource limit; `UInt64.max` is none.
  package struct Limit: Hashable, Sendable {
    package let kind: Int32
    package let soft: UInt64
    package let hard: UInt64

    package init(kind: Int32, soft: UInt64, hard: UInt64) {
      self.kind = kind
      self.soft = soft
      self.hard = hard
    }
  }

  package init(
    umask: UInt32,
    limits: [Limit],
    niceness: Int32,
    schedulingPolicy: Int32,
    schedulingPriority: Int32,
    ioPriority: Int32
  ) {
    self.umask = umask
    self.limits = limits
    self.niceness = niceness
    self.schedulingPolicy = schedulingPolicy
    self.schedulingPriority = schedulingPriority
    self.ioPriority = ioPriority
  }

  /// The context of a process that belongs to the user in every way, as the kernel tells it now.
  ///
  /// `nil` where the process is gone, has the rights of another user, or may not be looked at.
  package init?(of processID: Int32, userID: UInt32, procRoot: String = "/proc") {
    func umask() -> UInt32? {
      guard let text = try? Files.read("\(procRoot)/\(processID)/status") else { return nil }
      return ProcessContext.umask(inStatus: text, userID: userID)
    }
    var value = torpor_process_context()
    // The number may have gone to another process meanwhile: its next holder is the same user's,
    // and what it has that user could have had handed down from there.
    guard processID > 0, let before = umask(), torpor_read_context(processID, &value) == 0,
      umask() != nil
    else { return nil }
    value.umask = before
    self.init(value)
  }

  /// The umask that `/proc/PID/status` tells; `nil` where one of the process's users is another.
  static func umask(inStatus text: String, userID: UInt32) -> UInt32? {
    var umask: UInt32?
    var isOfUser = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("Umask:") {
        umask = UInt32(line.dropFirst("Umask:".count).filter { !$0.isWhitespace }, radix: 8)
      } else if line.hasPrefix("Uid:") {
        let users = line.dropFirst("Uid:".count).split(whereSeparator: \.isWhitespace)
        isOfUser = users.count == 4 && users.allSatisfy { UInt32($0) == userID }
      }
    }
    return isOfUser ? umask : nil
  }

  private init(_ value: torpor_process_context) {
    let soft = withUnsafeBytes(of: value.limits_soft) { Array($0.bindMemory(to: UInt64.self)) }
    let hard = withUnsafeBytes(of: value.limits_hard) { Array($0.bindMemory(to: UInt64.self)) }
    self.init(
      umask: value.umask,
      limits: soft.indices.filter { value.limits >> UInt32($0) & 1 == 1 }.map {
        Limit(kind: Int32($0), soft: soft[$0], hard: hard[$0])
      },
      niceness: value.nice,
      schedulingPolicy: value.scheduling_policy,
      schedulingPriority: value.scheduling_priority,
      ioPriority: value.io_priority
    )
  }

  /// Hands out the value as the kernel's calls take it.
  func withKernelValue<Result>(
    _ body: (UnsafePointer<torpor_process_context>) -> Result
  ) -> Result {
    var value = torpor_process_context()
    value.umask = umask & 0o777
    value.nice = niceness
    value.scheduling_policy = schedulingPolicy
    value.scheduling_priority = schedulingPriority
    value.io_priority = ioPriority
    for limit in limits where (0..<Int32(TORPOR_LIMITS)).contains(limit.kind) {
      value.limits |= 1 << UInt32(limit.kind)
      withUnsafeMutableBytes(of: &value.limits_soft) {
        $0.bindMemory(to: UInt64.self)[Int(limit.kind)] = limit.soft
      }
      withUnsafeMutableBytes(of: &value.limits_hard) {
        $0.bindMemory(to: UInt64.self)[Int(limit.kind)] = limit.hard
      }
    }
    return body(&value)
  }
}
