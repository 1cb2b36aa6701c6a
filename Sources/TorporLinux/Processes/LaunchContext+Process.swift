package import TorporModel
internal import TorporPosix

extension LaunchContext {
  /// What the process hands down that has the number now; `nil` where it is gone or is not the user's.
  ///
  /// Read from the kernel and not from a message: no user gets more than a process of theirs has.
  package init?(ofProcess processID: Int32, userID: UInt32) {
    guard let context = ProcessContext(of: processID, userID: userID) else { return nil }
    self.init(
      umask: context.umask,
      limits: context.limits.map { Limit(kind: $0.kind, soft: $0.soft, hard: $0.hard) },
      niceness: context.niceness,
      schedulingPolicy: context.schedulingPolicy,
      schedulingPriority: context.schedulingPriority,
      ioPriority: context.ioPriority
    )
  }

  var processContext: ProcessContext {
    ProcessContext(
      umask: umask,
      limits: limits.map { .init(kind: $0.kind, soft: $0.soft, hard: $0.hard) },
      niceness: niceness,
      schedulingPolicy: schedulingPolicy,
      schedulingPriority: schedulingPriority,
      ioPriority: ioPriority
    )
  }
}
