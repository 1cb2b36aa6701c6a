package import TorporModel

// Requests of apps to the radio.

extension BluetoothService {
  package mutating func handle(
    _ request: BluetoothRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = device.apps[slot: slot] else { return .done }
    let app = record.identifier
    if request.offers, let missing = device.profile.missing(of: .bluetoothPeripherals) {
      out.deny(missing, to: app)
      let refusal = PeripheralRefusal.unsupported(profile: missing.profile.rawValue)
      return .refused(.service(.peripheral(refusal)))
    }
    switch request {
    case .connect(let peripheral, let restore):
      let wanted = AppBluetooth.Request(
        kind: .connection(peripheral: peripheral),
        restoreIdentifier: restore
      )
      if let refusal = add(wanted, to: app) { return .refused(refusal) }
      out.order(.service(.bluetooth(.connect(peripheral: peripheral))))
      guard peripherals.contains(peripheral) else { break }
      // A process that is ending gets no answer, and no other is started for one: it would ask again.
      if record.process.isEnding {
        update(app) { $0.setConnected(peripheral, true) }
      } else {
        connected(peripheral, for: app, &out)
      }
    case .cancelConnection(let peripheral):
      removeRequests(of: app) { $0 == .connection(peripheral: peripheral) }
      endConnection(peripheral, &out)
    case .scan(let services, let restore):
      let wanted = AppBluetooth.Request(
        kind: .scan(services: services),
        restoreIdentifier: restore
      )
      if let refusal = add(wanted, to: app, inPlaceOf: \.isScan) { return .refused(refusal) }
      orderScan(&out)
    case .stopScan:
      removeRequests(of: app, where: \.isScan)
      orderScan(&out)
    case .subscribe(let peripheral, let characteristic, let isOn):
      guard subscribe(app, to: characteristic, of: peripheral, isOn: isOn, &out) else {
        return .refused(Self.tooManyRequests)
      }
    case .advertise(let services, let restore):
      let wanted = AppBluetooth.Request(
        kind: .advertising(services: services),
        restoreIdentifier: restore
      )
      if let refusal = add(wanted, to: app, inPlaceOf: \.isAdvertising) {
        return .refused(refusal)
      }
      out.order(.service(.bluetooth(.advertise(app: app, services: services))))
    case .stopAdvertising:
      removeRequests(of: app, where: \.isAdvertising)
      out.order(.service(.bluetooth(.advertise(app: app, services: []))))
    case .publish, .answer, .updateValue: return servePeripheral(request, of: app, &out)
    case .standing(let restore): return .service(.bluetooth(self[app].standing(restore)))
    }
    return .done
  }

  private static let tooManyRequests = Refusal.service(
    .descriptor(.tooMany(limit: AppBluetooth.requestsMax))
  )

  /// Adds a request in place of some others, or changes nothing.
  ///
  /// - Returns: The reason why there is no room for it; `nil`: it was added.
  mutating func add(
    _ wanted: AppBluetooth.Request,
    to app: AppIdentifier,
    inPlaceOf isReplaced: (AppBluetooth.Request.Kind) -> Bool = { _ in false }
  ) -> Refusal? {
    let known = self[app].requests.first { $0.kind == wanted.kind }
    let others = self[app].requests.count { !isReplaced($0.kind) }
    guard known != nil || others < AppBluetooth.requestsMax else { return Self.tooManyRequests }
    var request = wanted
    // A repeated request for a connection refers to the same one.
    request.subscriptions = known?.subscriptions ?? []
    // A restored connection stands, and its app was notified: it is not notified again for repeating
    // the request, as it does at every launch.
    request.isConnected = known?.restoreIdentifier != nil && known?.isConnected == true
    if let refusal = self[app].refusal(of: request, inPlaceOf: isReplaced) { return refusal }
    update(app) {
      $0.requests.removeAll { isReplaced($0.kind) || $0.kind == request.kind }
      $0.requests.append(request)
    }
    return nil
  }

  mutating func removeRequests(
    of app: AppIdentifier,
    where isMeant: (AppBluetooth.Request.Kind) -> Bool
  ) {
    update(app) { $0.requests.removeAll { isMeant($0.kind) } }
  }

  /// Ends a connection that no app requests any more.
  private func endConnection(_ peripheral: String, _ out: inout Outbox) {
    guard !apps.apps.contains(where: { self[$0].isConnecting(peripheral) }) else {
      return
    }
    out.order(.service(.bluetooth(.disconnect(peripheral: peripheral))))
  }

  /// Subscribes to a characteristic for as long as the connection is requested; returns whether there was room for it.
  private mutating func subscribe(
    _ app: AppIdentifier,
    to characteristic: String,
    of peripheral: String,
    isOn: Bool,
    _ out: inout Outbox
  ) -> Bool {
    var hasRoom = true
    update(app) { own in
      for index in own.requests.indices
      where own.requests[index].kind == .connection(peripheral: peripheral) {
        own.requests[index].subscriptions.removeAll { BluetoothNumber.isSame($0, characteristic) }
        guard isOn else { continue }
        hasRoom =
          own.requests[index].subscriptions.count < AppBluetooth.subscriptionsMax
          && own.answerBytes + AppBluetooth.Request.bytes(characteristic)
            <= AppBluetooth.answerBytesMax
        if hasRoom { own.requests[index].subscriptions.append(characteristic) }
      }
    }
    // A subscription of another app continues, as does one of this app for another service: the radio
    // knows only the characteristic.
    let number = BluetoothNumber.ofCharacteristic(characteristic)
    let isWanted = apps.apps.contains { app in
      self[app].requests.contains { request in
        request.kind == .connection(peripheral: peripheral)
          && request.subscriptions.contains { BluetoothNumber.ofCharacteristic($0) == number }
      }
    }
    guard hasRoom, isOn || !isWanted else { return hasRoom }
    out.order(
      .service(
        .bluetooth(.subscribe(peripheral: peripheral, characteristic: characteristic, isOn: isOn))
      )
    )
    return true
  }

  /// Withdraws orders from the radio that an app requested before and no longer does.
  func withdraw(
    _ before: [AppBluetooth.Request],
    of app: AppIdentifier,
    _ out: inout Outbox
  ) {
    let kept = self[app].requests.map(\.kind)
    let gone = before.map(\.kind).filter { !kept.contains($0) }
    for kind in gone { withdraw(kind, of: app, &out) }
    if gone.contains(where: \.isScan) { orderScan(&out) }
  }

  /// Withdraws one order; one scan serves all apps.
  func withdraw(_ kind: AppBluetooth.Request.Kind, of app: AppIdentifier, _ out: inout Outbox) {
    switch kind {
    case .connection(let peripheral): endConnection(peripheral, &out)
    case .scan: break
    case .advertising: out.order(.service(.bluetooth(.advertise(app: app, services: []))))
    case .publishing: out.order(.service(.bluetooth(.serve(app: app, services: []))))
    }
  }

  /// Orders the one scan for all apps; without services it is only for apps on screen (§7).
  func orderScan(_ out: inout Outbox) {
    var services: [String] = []
    var isOn = false
    for app in apps.apps {
      for case .scan(let wanted) in self[app].requests.map(\.kind) {
        isOn = true
        services += wanted.filter { !services.contains($0) }
      }
    }
    out.order(.service(.bluetooth(.scan(isOn: isOn, services: services))))
  }
}

extension BluetoothRequest {
  /// Whether the app offers services to centrals.
  fileprivate var offers: Bool {
    switch self {
    case .advertise: true
    case .publish(let services, _): !services.isEmpty
    case .connect, .cancelConnection, .scan, .stopScan, .subscribe, .stopAdvertising, .answer,
      .updateValue, .standing:
      false
    }
  }
}
