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
    # Why a request to the task scheduler came to nothing. The first four are Apple's, with the
    # numbers 1 to 4 there.
    interface io.torpor.TaskScheduler

    # How much memory was free: bytes that could be given out without a wait (negative where more was
    # asked for than there was), of all; and of swap, both 0 where there is none, absent where it is not
    # known.
    type FreeMemory (
      availableBytes: int,
      totalBytes: int,
      swapFreeBytes: ?int,
      swapTotalBytes: ?int
    )

    # How much of a day's allowance was used: in bytes of dataAllowance, in millijoules of energyAllowance.
    type AllowanceUse (
      used: int,
      allowed: int
    )

    # One condition that stood in the way, or did not: what, whether it spoke for the request, since
    # when, until when, and the name of the thing.
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

    # One refresh and ten processing requests may wait at the same time.
    error TooManyPendingTaskRequests (conditions: []Condition, message: string)

    # The Info.plist lacks the background mode or the identifier, or the resource is not to be had.
    error NotPermitted (conditions: []Condition, message: string)

    # A continued task cannot start now: the app is not on screen, or its strategy is `fail` and no
    # slot is free.
    error ImmediateRunIneligible (conditions: []Condition, message: string)

    # A mistake in the code of the app, which ends it on iOS. which: registeredTooLate,
    # registeredTwice or noHandler.
    error Misuse (which: string, identifier: string, message: string)

    # No task of that identifier waits or runs.
    error NoSuchTask (identifier: string, message: string)

    """#
}
