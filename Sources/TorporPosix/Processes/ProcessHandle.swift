internal import CTorporPosix
internal import Glibc

/// A pidfd: names one process for good, however often its number is used again.
package final class ProcessHandle {
  private let descriptor: Descriptor

  /// The number of the descriptor; readable in an event loop once the process has ended.
  package var number: Int32 { descriptor.rawValue }

  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// A handle for the process that has the number now.
  ///
  /// - Throws: `SystemError`: `ESRCH` when there is none.
  package static func open(_ processID: Int32) throws(SystemError) -> ProcessHandle {
    ProcessHandle(
      Descriptor(
        owning: try checkingNegated(
          "open the process",
          "\(processID)",
          torpor_pidfd_open(processID)
        )
      )
    )
  }

  /// Sends a signal; 0 only asks whether the process is there.
  ///
  /// - Throws: `SystemError`: `ESRCH` when it has ended, `EPERM` when this user may not.
  package func send(signal: Int32) throws(SystemError) {
    _ = try checkingNegated(
      "signal",
      "a process",
      torpor_pidfd_send_signal(descriptor.rawValue, signal)
    )
  }

  /// A duplicate of a descriptor that the process has open.
  ///
  /// - Throws: `SystemError`: `EBADF` when it has none of that number, `EPERM` when this user may not
  ///   trace it, `ENOSYS` before Linux 5.6.
  package func duplicate(descriptor number: Int32) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try checkingNegated(
        "duplicate",
        "descriptor \(number) of a process",
        torpor_pidfd_getfd(self.descriptor.rawValue, number)
      )
    )
  }

  /// How a process ended.
  package enum End: Hashable, Sendable {
    case exited(status: Int32)
    case signalled(signal: Int32)
  }

  /// What is known of the end of a process.
  package enum Knowledge: Hashable, Sendable {
    case stillRuns
    case ended(End)
    /// It is not our child, and its parent has not reaped it yet.
    case notReaped
    /// It is not our child, and the kernel does not say (before Linux 6.15).
    case unknown
  }

  /// Reaps the process if it is our child; asks the kernel how it ended if it is not.
  package func end() -> Knowledge {
    var ended = torpor_exit()
    let reaped = torpor_reap(descriptor.rawValue, &ended)
    if reaped == 1 { return .ended(ProcessHandle.end(from: ended)) }
    if reaped == 0 { return .stillRuns }
    switch torpor_pidfd_exit(descriptor.rawValue, &ended) {
    case 1: return .ended(ProcessHandle.end(from: ended))
    case 0, -ESRCH: return .notReaped
    default: return .unknown
    }
  }

  /// Whether the kernel tells how a process ended that is not our child (Linux 6.15).
  package static let tellsEndOfStrangers: Bool = {
    guard let own = try? ProcessHandle.open(getpid()) else { return false }
    var ended = torpor_exit()
    return torpor_pidfd_exit(own.number, &ended) == 0
  }()

  private static func end(from ended: torpor_exit) -> End {
    ended.code == Int32(CLD_EXITED)
      ? .exited(status: ended.status) : .signalled(signal: ended.status)
  }
}
