// Made from Interfaces/io.torpor.TaskScheduler.varlink by scripts/generate; change that, not this.

/// io.torpor.TaskScheduler, as its file describes it.
package enum TaskSchedulerInterface {
  package static let name = "io.torpor.TaskScheduler"

  /// The errors with their whole names, in the order of the file.
  package enum ErrorName: String, Hashable, Sendable, CaseIterable {
    case unavailable = "io.torpor.TaskScheduler.Unavailable"
    case tooManyPendingTaskRequests = "io.torpor.TaskScheduler.TooManyPendingTaskRequests"
    case notPermitted = "io.torpor.TaskScheduler.NotPermitted"
    case immediateRunIneligible = "io.torpor.TaskScheduler.ImmediateRunIneligible"
    case misuse = "io.torpor.TaskScheduler.Misuse"
    case noSuchTask = "io.torpor.TaskScheduler.NoSuchTask"
  }

  /// The text of the file, which `org.varlink.service` serves.
  package static let description = #"""
    # The reasons why a request to the task scheduler was refused. The first four are Apple's, with the numbers 1 to 4
    # there.
    interface io.torpor.TaskScheduler

    # The free memory at the time of a decision. availableBytes: could be allocated without waiting; negative if more
    # was requested than was available. totalBytes: all memory. swapFreeBytes, swapTotalBytes: both 0 if there is no
    # swap, absent if that is not known.
    type FreeMemory (
      availableBytes: int,
      totalBytes: int,
      swapFreeBytes: ?int,
      swapTotalBytes: ?int
    )

    # How much of a day's allowance was used: in bytes for dataAllowance, in millijoules for energyAllowance.
    type AllowanceUse (
      used: int,
      allowed: int
    )

    # One condition of the decision: its reason, whether it favoured the request, since when, until when, and the name
    # of its subject.
    type Condition (
      reason: string,
      holds: bool,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      subject: ?string,
      memory: ?FreeMemory,
      allowance: ?AllowanceUse
    )

    # Background App Refresh is off, for the app or for the device.
    error Unavailable (conditions: []Condition, message: string)

    # At most one refresh request and ten processing requests may wait at the same time.
    error TooManyPendingTaskRequests (conditions: []Condition, message: string)

    # The Info.plist lacks the background mode or the identifier, or the resource is not available.
    error NotPermitted (conditions: []Condition, message: string)

    # A continued task cannot start now: the app is not on screen, or its strategy is `fail` and no
    # slot is free.
    error ImmediateRunIneligible (conditions: []Condition, message: string)

    # A mistake in the app's code, which ends the app on iOS. which: registeredTooLate, registeredTwice or noHandler.
    error Misuse (which: string, identifier: string, message: string)

    # No task with that identifier is waiting or running.
    error NoSuchTask (identifier: string, message: string)

    """#
}
