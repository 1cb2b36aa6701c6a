import TorporModel

// An app's own peripheral: what it publishes, what centrals ask of it, and what it answers.
//
// A request that waits for an answer is answered by somebody: by the app, or, once it is frozen, gone
// or cannot be asked, by a failure. The bridge has the same patience, for when nobody here knows of it.

extension BluetoothService {
  mutating func servePeripheral(
    _ request: BluetoothRequest,
    of app: AppIdentifier,
    _ out: inout Outbox
  ) -> Reply {
    switch request {
    case .publish(let services, let restore):
      let wanted = AppBluetooth.Request(
        kind: .publishing(services: services),
        restoreIdentifier: restore
      )
      // Apps publish at every launch, a launch for a question included: it stays open.
      let isKnown = self[app].requests.contains { $0.kind == wanted.kind }
      let isReplaced = { (kind: AppBluetooth.Request.Kind) in !isKnown && kind.isPublishing }
      if services.isEmpty {
        removeRequests(of: app, where: isReplaced)
      } else if let refusal = add(wanted, to: app, inPlaceOf: isReplaced) {
        return .refused(refusal)
      }
      if !isKnown { failCentrals(of: app, &out) }
      if !isKnown { out.order(.service(.bluetooth(.serve(app: app, services: services)))) }
    case .answer(let request, let answer):
      guard self[app].centralRequests.contains(request) else {
        return .refused(.service(.peripheral(.unknownRequest(request))))
      }
      update(app) { $0.centralRequests.removeAll { $0 == request } }
      out.order(.service(.bluetooth(.answer(request: request, answer))))
    case .updateValue(let service, let characteristic, let value):
      guard self[app].publishes(characteristic, in: service) else {
        let refusal = PeripheralRefusal.unknownCharacteristic(
          service: service,
          characteristic: characteristic
        )
        return .refused(.service(.peripheral(refusal)))
      }
      out.order(
        .service(
          .bluetooth(
            .updateValue(app: app, service: service, characteristic: characteristic, value: value)
          )
        )
      )
    case .connect, .cancelConnection, .scan, .stopScan, .subscribe, .advertise, .stopAdvertising,
      .standing:
      preconditionFailure("\(request) is not a request of a peripheral")
    }
    return .done
  }

  /// A central asks: the app is told, woken or launched, or the central is told that it is not there.
  mutating func centralAsked(
    _ request: CentralRequest?,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let record = device.apps[app], device.profile.hasBluetoothPeripherals,
      self[app].requests.contains(where: \.kind.isOffering)
    else { return fail(request?.identifier, &out) }
    let callback = BluetoothCallback.centralRequest(request)
    guard let identifier = request?.identifier else {
      return out.then(.tell(callback, app))
    }
    guard canAnswer(record, callback),
      self[app].centralRequests.count < AppBluetooth.centralRequestsMax
    else { return fail(identifier, &out) }
    update(app) { $0.centralRequests.append(identifier) }
    out.then(.tell(callback, app))
    out.then(.failUnlaunched(app))
  }

  /// Whether the app would be told now and not when it next runs.
  private func canAnswer(_ record: AppRecord, _ callback: BluetoothCallback) -> Bool {
    guard !record.isListening else { return true }
    guard record.manifest.backgroundModes.contains(callback.mode) else { return false }
    return record.process.phase != .dead
      || self[record.identifier].restoreIdentifier(for: callback) != nil
  }

  /// The profile has peripherals or has them no longer: what apps offer is offered again, or withdrawn.
  mutating func peripheralsChanged(_ device: DeviceState, _ out: inout Outbox) {
    let isOffered = device.profile.hasBluetoothPeripherals
    for app in apps.apps {
      if !isOffered { failCentrals(of: app, &out) }
      for kind in self[app].requests.map(\.kind) where kind.isOffering {
        if isOffered { order(kind, of: app, &out) } else { withdraw(kind, of: app, &out) }
      }
    }
  }

  /// The app does not answer any more: centrals wait no longer.
  mutating func failCentrals(of app: AppIdentifier, _ out: inout Outbox) {
    let open = self[app].centralRequests
    guard !open.isEmpty else { return }
    update(app) { $0.centralRequests = [] }
    for request in open { fail(request, &out) }
  }

  private func fail(_ request: CentralRequestIdentifier?, _ out: inout Outbox) {
    guard let request else { return }
    let answer = CentralAnswer.failure(code: CentralAnswer.unlikelyErrorCode)
    out.order(.service(.bluetooth(.answer(request: request, answer))))
  }
}
