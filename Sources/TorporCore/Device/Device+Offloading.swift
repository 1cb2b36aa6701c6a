package import TorporModel

// Apps whose program is in an archive while their data stay.

extension Device {
  /// The program of the app is about to go: nothing but its user runs it from now on.
  ///
  /// An app that is used or works is left alone; a suspended process ends, as for its caches.
  mutating func offload(_ app: AppIdentifier, in turn: inout Turn) -> Reply {
    if let refusal = refusalToOffload(app) { return .refused(refusal) }
    guard let slot = apps.slot(of: app) else { return .refused(state.unknown(app)) }
    update(slot: slot, in: &turn) { $0.offload(in: &$1) }
    return .done
  }

  /// The program of the app is there: it runs for what it asked for, as before.
  mutating func restoreProgram(of app: AppIdentifier, in turn: inout Turn) -> Reply {
    guard let slot = apps.slot(of: app) else { return .refused(state.unknown(app)) }
    update(slot: slot, in: &turn) { $0.restoreProgram(in: &$1) }
    reviewServices(in: &turn)
    return .done
  }
}

extension DeviceReading {
  /// Why the program of the app has to stay; `nil`: it can go.
  package func refusalToOffload(_ app: AppIdentifier) -> Refusal? {
    guard let record = apps[app], !record.persistentState.isUninstalled else {
      return state.unknown(app)
    }
    return record.obstacleToOffloading.map { .cannotOffload(app, cause: $0) }
  }
}

extension AppRecord {
  /// Why the program has to stay, with what helps; `nil`: it can go.
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
