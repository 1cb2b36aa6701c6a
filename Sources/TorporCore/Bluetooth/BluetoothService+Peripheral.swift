import TorporModel

// An app's own peripheral: its published services, the requests of centrals, and its answers.
//
// Every request that waits is answered: by the app, or with a failure once the app is frozen, ended or
// cannot be asked. The bridge has the same time limit, for requests unknown here.

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
      // Apps publish at every launch, including a launch for a central's request: that request stays open.
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

  /// Handles a request of a central: the app is notified, woken or launched, or the central gets a failure.
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

  /// Returns whether the app would be notified now, rather than when it next runs.
  private func canAnswer(_ record: AppRecord, _ callback: BluetoothCallback) -> Bool {
    guard !record.isListening else { return true }
    guard record.manifest.backgroundModes.contains(callback.mode) else { return false }
    return record.process.phase != .dead
      || self[record.identifier].restoreIdentifier(for: callback) != nil
  }

  /// Handles that the profile supports peripherals or no longer does: the services of apps are offered
  /// again, or withdrawn.
  mutating func peripheralsChanged(_ device: DeviceState, _ out: inout Outbox) {
    let isOffered = device.profile.hasBluetoothPeripherals
    for app in apps.apps {
      if !isOffered { failCentrals(of: app, &out) }
      for kind in self[app].requests.map(\.kind) where kind.isOffering {
        if isOffered { order(kind, of: app, &out) } else { withdraw(kind, of: app, &out) }
      }
    }
  }

  /// Answers waiting centrals with a failure, because the app no longer answers.
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
