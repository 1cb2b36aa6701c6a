public import Foundation
internal import Torpor

extension BGTaskScheduler {
  /// The domain of the scheduler's errors.
  public class var errorDomain: String { "BGTaskSchedulerErrorDomain" }

  /// Why a request was refused.
  public struct Error: CustomNSError, LocalizedError, Hashable, Sendable {
    /// The cause, by Apple's numbers.
    public enum Code: Int, Sendable {
      /// Background App Refresh is off, for the app or for the device, or the system is not available.
      case unavailable = 1
      /// At most one refresh request and ten processing requests can be pending.
      case tooManyPendingTaskRequests = 2
      /// The mode, the permitted identifier or the resource is missing.
      case notPermitted = 3
      /// A continued task with the strategy `fail` cannot start now.
      case immediateRunIneligible = 4
    }

    /// The cause.
    public let code: Code
    private let text: String

    /// Makes an error from its cause.
    public init(_ code: Code) { self.init(code, text: "") }

    init(_ code: Code, text: String) {
      self.code = code
      self.text = text
    }

    /// The domain.
    public static var errorDomain: String { BGTaskScheduler.errorDomain }
    /// Apple's number.
    public var errorCode: Int { code.rawValue }
    /// What failed, why, and what to do next.
    public var errorDescription: String? {
      text.isEmpty
        ? "The operation couldn’t be completed. (\(Self.errorDomain) error \(errorCode).)" : text
    }
    /// The additional information of the error.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

    /// The cause, for `catch`.
    public static let unavailable = Code.unavailable
    /// The cause, for `catch`.
    public static let tooManyPendingTaskRequests = Code.tooManyPendingTaskRequests
    /// The cause, for `catch`.
    public static let notPermitted = Code.notPermitted
    /// The cause, for `catch`.
    public static let immediateRunIneligible = Code.immediateRunIneligible

    /// Returns whether both have the same cause.
    public static func == (left: Error, right: Error) -> Bool { left.code == right.code }

    /// Hashes the cause.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
  }
}

extension BGTaskScheduler.Error.Code {
  /// Makes `catch BGTaskScheduler.Error.notPermitted` match.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? BGTaskScheduler.Error)?.code == code
  }
}

extension BGTaskScheduler.Error {
  /// Makes Apple's error for a refusal of the system; `unavailable` if Apple has no number for it.
  init(_ error: TorporError) {
    let isApples = error.appleCode?.domain == Self.errorDomain
    let code = isApples ? error.appleCode.flatMap { Code(rawValue: $0.code) } : nil
    self.init(code ?? .unavailable, text: error.description)
  }
}
