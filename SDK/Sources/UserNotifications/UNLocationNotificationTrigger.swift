public import CoreLocation
internal import Foundation
internal import Torpor

/// A trigger at the boundary of a circle; it counts as one of the regions that the app may monitor.
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The region; only circles are monitored.
  public let region: CLRegion

  /// Makes a trigger.
  public init(region: CLRegion, repeats: Bool) {
    self.region = region
    super.init(repeating: repeats)
  }

  override var scheduled: NotificationTrigger? {
    (region as? CLCircularRegion).map { .region($0.monitored, repeats: repeats) }
  }
}
