package import TorporModel

// Apps whose program is in an archive while their data stay.

extension Device {
  /// Prepares for putting the app's program into an archive: from now on, only the user runs it.
  ///
  /// An app in use or at work is left alone; a suspended process ends, as for a purge of its caches.
  mutating func offload(_ app: AppIdentifier, in turn: inout Turn) -> Reply {
    if let refusal = refusalToOffload(app) { return .refused(refusal) }
    guard let slot = apps.slot(of: app) else { return .refused(state.unknown(app)) }
    update(slot: slot, in: &turn) { $0.offload(in: &$1) }
    return .done
  }

  /// Handles that the app's program is present: it runs for its requests, as before.
  mutating func restoreProgram(of app: AppIdentifier, in turn: inout Turn) -> Reply {
    guard let slot = apps.slot(of: app) else { return .refused(state.unknown(app)) }
    update(slot: slot, in: &turn) { $0.restoreProgram(in: &$1) }
    reviewServices(in: &turn)
    return .done
  }
}

extension DeviceReading {
  /// Returns the reason why the app's program must stay; `nil`: it can be archived.
  package func refusalToOffload(_ app: AppIdentifier) -> Refusal? {
    guard let record = apps[app], !record.persistentState.isUninstalled else {
      return state.unknown(app)
    }
    return record.obstacleToOffloading.map { .cannotOffload(app, cause: $0) }
  }
}

extension AppRecord {
  /// The reason why the program must stay, with a remedy; `nil`: it can be archived.
  fileprivate var obstacleToOffloading: String? {
    if manifest.isTransient || job != nil {
      return "it is a plain command, and its program does not belong to it alone"
    }
    if persistentState.exemption != nil {
      return "it is exempt. End the exemption first (`torpor exempt --end \(identifier)`)"
    }
    if persistentState.offloadedSince != nil, process.launch != nil {
      return "its program is being packed or restored. Try again in a moment"
    }
    guard process.launch == nil || process.phase == .suspended else {
      return
        "it is running. Send it off the screen (`torpor home \(identifier)`) or end it (`torpor quit "
        + "\(identifier)`), then try again"
    }
    return nil
  }

  fileprivate mutating func offload(in turn: inout Turn) {
    if persistentState.offloadedSince == nil {
      persistentState.offloadedSince = turn.now
      turn.record(
        .offload,
        of: identifier,
        launch: process.launch,
        because: [Condition(.userAction)]
      )
    }
    work.needsReview = true
    if process.launch != nil {
      kill(.code(.diskSpace), in: &turn, because: [Condition(.userAction)])
    }
  }

  mutating func restoreProgram(in turn: inout Turn) {
    guard persistentState.offloadedSince != nil else { return }
    persistentState.offloadedSince = nil
    work.needsReview = true
    turn.record(
      .restoreProgram,
      of: identifier,
      launch: process.launch,
      because: [Condition(.userAction)]
    )
  }
}
