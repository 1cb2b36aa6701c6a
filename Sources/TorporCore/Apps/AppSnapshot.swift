import TorporModel

/// What can be seen of an app from outside, before and after something has changed it.
struct AppSnapshot {
  let slot: Int
  let hasProcess: Bool
  let phase: AppPhase
  /// `nil`: the slot is empty.
  let applicationState: ApplicationState?

  init(slot: Int, _ process: ProcessLifecycle?) {
    self.slot = slot
    hasProcess = process?.launch != nil
    phase = process?.phase ?? .dead
    applicationState = process?.applicationState
  }

  /// That its process has come to this phase.
  func moved(since before: AppSnapshot) -> SystemEvent.AppEvent {
    .phaseChanged(slot: slot, from: before.phase, to: phase)
  }

  /// Whether what users are shown of the app has changed.
  func isNews(since before: AppSnapshot) -> Bool { applicationState != before.applicationState }
}
