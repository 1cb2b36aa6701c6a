import TorporCore
import TorporModel

/// What the user of the simulated device sees of notifications.
final class SimulatedNotifications {
  private let clock: VirtualClock
  private let recorder: TimelineRecorder
  private unowned let daemon: SimulatedDaemon

  init(clock: VirtualClock, recorder: TimelineRecorder, daemon: SimulatedDaemon) {
    self.clock = clock
    self.recorder = recorder
    self.daemon = daemon
  }

  func show(_ notification: ShownNotification) {}

  func withdraw(_ key: NotificationKey) {}
}
