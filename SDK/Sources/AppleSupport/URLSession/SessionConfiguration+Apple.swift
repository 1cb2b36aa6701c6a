internal import Foundation
internal import Torpor

extension SessionConfiguration {
  /// Makes the system's configuration of a background session; values that it would refuse are brought within its
  /// limits.
  init(_ configuration: URLSessionConfiguration, named identifier: String) {
    self = .background(withIdentifier: identifier)
    sessionSendsLaunchEvents = configuration.sessionSendsLaunchEvents
    isDiscretionary = configuration.isDiscretionary
    timeoutIntervalForRequest = Self.duration(configuration.timeoutIntervalForRequest)
    timeoutIntervalForResource = Self.duration(configuration.timeoutIntervalForResource)
    httpMaximumConnectionsPerHost = min(max(configuration.httpMaximumConnectionsPerHost, 1), 16)
  }

  /// Returns a duration from 1 s to 200 years, which its unit can represent.
  private static func duration(_ seconds: TimeInterval) -> Duration {
    seconds.isNaN ? .seconds(1) : .seconds(min(max(seconds, 1), 200 * 365 * 86_400))
  }
}
