package import TorporModel

/// The service for background sessions and their transfers (§5): requests of apps and users, the begin
/// of transfers, and news for apps.
///
/// Notifying an app may change its state, and the process started by a wake is known only afterwards.
/// Each session is therefore reviewed in its own step (`TransferStep`), after the earlier steps and
/// all their consequences.
package struct TransferService: Service {
  // Shape: one method for each step of a transfer, from request to callback; its state is the table, which steps
  // change together.
  package typealias Request = SessionRequest

  package internal(set) var table: TransferTable
  /// When it looks: as planned in the table, or in this turn.
  @Derived var due: Instant?

  package init(_ table: TransferTable = TransferTable()) {
    self.table = table
    due = table.nextReview
  }

  package var nextDeadline: Instant? { due }
  /// Nothing can be received while the machine sleeps.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  /// Whether there are sessions, whose apps it follows then.
  var isInUse: Bool { !table.isEmpty }

  // MARK: What happens

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .app(.changed(let slot)): lookAtSessions(ofAppInSlot: slot, device)
    case .app(.forceQuit(let app)):
      if RelaunchRule.row(.transfer, in: device.profile).endsWith(.forceQuit) {
        cancelTransfers(of: app, because: .userForceQuit, device, &out)
      }
    case .app(.removed(let app)): removeTransfers(of: app, &out)
    case .app(.phaseChanged), .app(.stateChanged), .app(.processEnded): break
    case .device(.surroundingsChanged): if isInUse { surroundingsChanged(device) }
    case .device(.booted), .device(.daemonRestarted): restart(device)
    // Lives of transfers and their next tries are dates; a connection has the clock of its service. How long an
    // attempt has lived is running time.
    case .device(.slept(let length)): table.slept(for: length)
    case .device(.watchedAgain), .device(.clockChanged), .device(.unlocked),
      .device(.displayLit), .device(.conditionsChanged), .device(.conditionsActedOn):
      break
    case .deadline: review(device, &out)
    case .transfer(let event): handle(event, device, &out)
    case .call, .sound, .channel, .push, .notification, .memory, .location, .accessory, .bluetooth,
      .descriptor, .job, .work, .consumption:
      break
    }
  }

  private mutating func handle(
    _ event: SystemEvent.TransferEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .reported(let reports): handle(reports, device, &out)
    case .heard(let callback, let slot): heard(callback, inSlot: slot, device, &out)
    case .step(.look(let session)): look(atSession: session, device, &out)
    case .step(.noteWake(let app, let session, let isIssue)):
      noteWake(of: app, session: session, isIssue: isIssue, device)
    case .step(.begin): beginAndPlan(device, &out)
    }
  }
}

/// The remaining steps of the service, one after the other.
package enum TransferStep: Hashable, Sendable {
  /// Tell the app of a session what it has to hear, or wake it for that.
  case look(session: UInt32)
  /// The app was woken for what a session has to tell it, if it was.
  case noteWake(AppIdentifier, session: UInt32, isIssue: Bool)
  /// Begin what may begin.
  case begin
}

extension Outbox {
  mutating func then(_ step: TransferStep) { post(.transfer(.step(step))) }
}
