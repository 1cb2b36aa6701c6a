package import TorporModel

/// What can be asked of a device, by its state and its services alone: no answer changes anything.
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

/// What can be asked about the settings that an administrator has fixed.
package protocol RestrictionReading: DeviceReading {}

extension Device: DeviceReading, RestrictionReading {}

extension DeviceReading {
  /// The descriptors that an app has handed over.
  package func descriptors(of app: AppIdentifier) -> AppDescriptors { services.descriptors[app] }

  /// What the push service knows of an app.
  package func pushes(of app: AppIdentifier) -> AppPushes { services.push[app] }

  func conditionContext(at moment: Instant) -> ConditionContext {
    state.conditionContext(at: moment)
  }
}
