import TorporCore
import TorporModel

/// What the user of the simulated device sees of notifications, and what they do with them.
final class SimulatedNotifications {
  private let clock: VirtualClock
  private let recorder: TimelineRecorder
  private unowned let daemon: SimulatedDaemon
  /// What stands on the screen or in the list, the newest last.
  private(set) var visible: [NotificationKey] = []

  init(clock: VirtualClock, recorder: TimelineRecorder, daemon: SimulatedDaemon) {
    self.clock = clock
    self.recorder = recorder
    self.daemon = daemon
  }

  func show(_ notification: ShownNotification) {
    // A sound alone is heard, and nothing is seen.
    guard !notification.options.isDisjoint(with: [.banner, .list]) else { return }
    visible.removeAll { $0 == notification.key }
    visible.append(notification.key)
    recorder.record(.shown(notification: notification.key.identifier))
  }

  func withdraw(_ key: NotificationKey) { visible.removeAll { $0 == key } }

  /// The user does something with a notification, unless it is not there.
  func answer(_ identifier: String, with action: String) {
    guard let key = visible.last(where: { $0.identifier == identifier }) else { return }
    answer(key, with: action)
  }

  /// The user does something with that notification, which is on the screen or in the list.
  ///
  /// What it does to the list is for the daemon to say: an action that needs the device unlocked leaves
  /// it there.
  func answer(_ key: NotificationKey, with action: String) {
    let response = NotificationResponse(notification: key.identifier, action: action)
    daemon.user(.respond(app: key.app, response))
  }
}
