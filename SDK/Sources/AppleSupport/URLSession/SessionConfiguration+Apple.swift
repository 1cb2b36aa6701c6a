internal import Foundation
internal import Torpor

extension SessionConfiguration {
  /// What the system is told of a background session; what it would refuse is brought within its limits.
  init(_ configuration: URLSessionConfiguration, named identifier: String) {
    self = .background(withIdentifier: identifier)
    sessionSendsLaunchEvents = configuration.sessionSendsLaunchEvents
    isDiscretionary = configuration.isDiscretionary
    timeoutIntervalForRequest = Self.duration(configuration.timeoutIntervalForRequest)
    timeoutIntervalForResource = Self.duration(configuration.timeoutIntervalForResource)
    httpMaximumConnectionsPerHost = min(max(configuration.httpMaximumConnectionsPerHost, 1), 16)
  }

  /// From 1 s to 200 years, which fit into what it is counted in.
  private static func duration(_ seconds: TimeInterval) -> Duration {
    seconds.isNaN ? .seconds(1) : .seconds(min(max(seconds, 1), 200 * 365 * 86_400))
  }
}
