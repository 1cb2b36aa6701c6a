import TorporModel

// An app's own peripheral: what it publishes, what centrals ask of it, and what it answers.
//
// A request that waits for an answer is answered by somebody: by the app, or, once it is frozen, gone
// or cannot be asked, by a failure. The bridge has the same patience, for when nobody here knows of it.

extension Device {
  mutating func servePeripheral(
    _ request: BluetoothRequest,
    of record: AppRecord,
    in turn: inout Turn
  ) -> Reply {
    let app = record.identifier
    switch request {
    case .publish(let services, let restore):
      let link = AppLinks.BluetoothLink(
        kind: .publishing(services: services),
        restoreIdentifier: restore
      )
      // Apps publish at every launch, a launch for a question included: it stays open.
      let isKnown = record.links.bluetooth.contains { $0.kind == link.kind }
      if !isKnown {
        failCentrals(of: app, in: &turn)
        removeRequests(of: app, where: \.isPublishing)
      }
      if !services.isEmpty, let record = apps[app] {
        guard add(link, to: record) else { return Self.tooManyLinks }
      }
      if !isKnown { turn.order(.mode(.bluetooth(.serve(app: app, services: services)))) }
    case .answer(let request, let answer):
      guard record.links.centralRequests.contains(request) else {
        return .refused(.mode(.peripheral(.unknownRequest(request))))
      }
      changeLinks(of: app) { $0.centralRequests.removeAll { $0 == request } }
      turn.order(.mode(.bluetooth(.answer(request: request, answer))))
    case .updateValue(let service, let characteristic, let value):
      guard record.links.publishes(characteristic, in: service) else {
        let refusal = PeripheralRefusal.unknownCharacteristic(
          service: service,
          characteristic: characteristic
        )
        return .refused(.mode(.peripheral(refusal)))
      }
      turn.order(
        .mode(
          .bluetooth(
            .updateValue(app: app, service: service, characteristic: characteristic, value: value)
          )
        )
      )
    case .connect, .cancelConnection, .scan, .stopScan, .subscribe, .advertise, .stopAdvertising:
      preconditionFailure("\(request) is no request of a peripheral")
    }
    return .done
  }

  /// A central asks: the app is told, woken or launched, or the central is told that it is not there.
  mutating func centralAsked(
    _ request: CentralRequest?,
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let record = apps[app], record.links.bluetooth.contains(where: \.kind.isOffering) else {
      return fail(request?.identifier, in: &turn)
    }
    let callback = BluetoothCallback.centralRequest(request)
    guard let identifier = request?.identifier else {
      return tellBluetooth(callback, to: app, in: &turn)
    }
    guard canAnswer(record, callback),
      record.links.centralRequests.count < AppLinks.centralRequestsMax
    else { return fail(identifier, in: &turn) }
    changeLinks(of: app) { $0.centralRequests.append(identifier) }
    tellBluetooth(callback, to: app, in: &turn)
    // Whoever was not launched now has nothing to answer with.
    guard apps[app]?.process.phase == .dead else { return }
    failCentrals(of: app, in: &turn)
  }

  /// Whether the app would be told now and not when it next runs.
  private func canAnswer(_ record: AppRecord, _ callback: BluetoothCallback) -> Bool {
    guard !record.isListening else { return true }
    guard record.manifest.backgroundModes.contains(callback.mode) else { return false }
    return record.process.phase != .dead || record.links.restoreIdentifier(for: callback) != nil
  }

  /// The app does not answer any more: centrals wait no longer.
  mutating func failCentrals(of app: AppIdentifier, in turn: inout Turn) {
    let open = apps[app]?.links.centralRequests ?? []
    guard !open.isEmpty else { return }
    changeLinks(of: app) { $0.centralRequests = [] }
    for request in open { fail(request, in: &turn) }
  }

  private func fail(_ request: CentralRequestIdentifier?, in turn: inout Turn) {
    guard let request else { return }
    let answer = CentralAnswer.failure(code: CentralAnswer.unlikelyErrorCode)
    turn.order(.mode(.bluetooth(.answer(request: request, answer))))
  }
}
