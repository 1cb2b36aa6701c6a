import TorporModel

/// The externally visible state of an app, before and after a change.
struct AppSnapshot {
  let slot: Int
  let hasProcess: Bool
  let phase: AppPhase
  let isEnding: Bool
  /// `nil`: the slot is empty.
  let applicationState: ApplicationState?

  init(slot: Int, of apps: borrowing AppTable) {
    self = apps.read(slot: slot) { AppSnapshot(slot: slot, $0.process) } ?? AppSnapshot(empty: slot)
  }

  private init(slot: Int, _ process: borrowing ProcessLifecycle) {
    self.slot = slot
    hasProcess = process.launch != nil
    isEnding = process.isEnding
    phase = process.phase
    applicationState = process.applicationState
  }

  private init(empty slot: Int) {
    self.slot = slot
    hasProcess = false
    isEnding = false
    phase = .dead
    applicationState = nil
  }

  /// Returns the event that its process has reached this phase.
  func moved(since before: AppSnapshot) -> SystemEvent.AppEvent {
    .phaseChanged(slot: slot, from: before.phase, to: phase)
  }

  /// Returns whether the state shown to users has changed.
  func isNews(since before: AppSnapshot) -> Bool { applicationState != before.applicationState }
}
