/// The reason why a request was not accepted, with Apple's numbers (`BGTaskScheduler.Error.Code`, §3.3).
@usableFromInline package enum TaskSchedulerError: Int, Hashable, Sendable, CaseIterable {
  /// Background App Refresh is off, for the app or the device.
  case unavailable = 1
  /// At most one refresh and ten processing requests can be pending (BG6).
  case tooManyPendingTaskRequests = 2
  /// The mode, the permitted identifier or the resource is missing.
  case notPermitted = 3
  /// A continued task with the strategy `fail` cannot start now.
  case immediateRunIneligible = 4

  /// The name in scenarios and on the wire.
  @usableFromInline package var name: String {
    switch self {
    case .unavailable: "unavailable"
    case .tooManyPendingTaskRequests: "tooManyPendingTaskRequests"
    case .notPermitted: "notPermitted"
    case .immediateRunIneligible: "immediateRunIneligible"
    }
  }
}

/// A mistaken use of the scheduler in the app's code, which ends the app, as on iOS
/// (`NSInternalInconsistencyException`; BG1, BG2, BG4).
@usableFromInline package enum SchedulerMisuse: Hashable, Sendable {
  /// A handler was registered after the app had finished launching.
  case registeredTooLate(identifier: String)
  /// A second handler was registered for the identifier.
  case registeredTwice(identifier: String)
  /// A request was submitted with an identifier that has no handler.
  case noHandler(identifier: String)

  /// Apple's wording, if known.
  @usableFromInline package var message: String {
    switch self {
    case .registeredTooLate:
      "All launch handlers must be registered before application finishes launching"
    case .registeredTwice(let identifier):
      "Launch handler for task with identifier \(identifier) has already been registered"
    case .noHandler(let identifier):
      "No launch handler registered for task with identifier \(identifier)"
    }
  }
}
