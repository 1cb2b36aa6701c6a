public import TorporModel
internal import TorporWire

/// Why a request was not submitted (`BGTaskScheduler.Error`).
public enum TaskSchedulerFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The scheduler turned the request down; the conditions are what it looked at.
  case notAccepted(TaskSchedulerError, because: [Condition])
  /// The request came to nothing for a reason that has no number of Apple's: a text that is too long,
  /// a full disk, an application that was stopped.
  case failed(TorporError)

  /// Apple's code; `nil` where there is none.
  public var code: TaskSchedulerError? {
    if case .notAccepted(let code, _) = self { code } else { nil }
  }

  /// What failed, why, and what to do next.
  public var description: String {
    switch self {
    case .notAccepted(let code, let conditions):
      WireError.refused(.scheduler(code, because: conditions)).sentence
    case .failed(let error): error.description
    }
  }
}
