package import TorporModel

/// Queries of a device that need only its state and its services; they are read-only.
package protocol DeviceReading {
  var state: DeviceState { get }
  var services: Services { get }

  var profile: Profile { get }
  var apps: AppTable { get }
  var conditions: DeviceConditions { get }
  var clock: WallClock { get }
  var now: Instant { get }
  var jobs: JobTable { get }
  var notifications: NotificationTable { get }
}

/// Queries about the settings that an administrator has fixed.
package protocol RestrictionReading: DeviceReading {}

extension Device: DeviceReading, RestrictionReading {}

extension DeviceReading {
  /// Returns the descriptors that are watched for an app.
  package func descriptors(of app: AppIdentifier) -> AppDescriptors { services.descriptors[app] }

  /// Returns the push service's state of an app.
  package func pushes(of app: AppIdentifier) -> AppPushes { services.push[app] }

  func conditionContext(at moment: Instant) -> ConditionContext {
    state.conditionContext(at: moment)
  }
}
