import TorporModel

// Bluetooth (§7, §7.3): requests outlive the process where its manager has a restore identifier.

extension LinkService {
  mutating func handle(
    _ request: BluetoothRequest,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let record = device.apps[slot: slot] else { return .done }
    let app = record.identifier
    switch request {
    case .connect(let peripheral, let restore):
      let link = AppLinks.BluetoothLink(
        kind: .connection(peripheral: peripheral),
        restoreIdentifier: restore
      )
      guard add(link, to: app) else { return Self.tooManyLinks }
      out.order(.mode(.bluetooth(.connect(peripheral: peripheral))))
      guard table.peripherals.contains(peripheral) else { break }
      // A process that ends hears no answer, and no other is started for one: it would ask again.
      if record.process.isEnding {
        update(app) { $0.setConnected(peripheral, true) }
      } else {
        connected(peripheral, for: app, &out)
      }
    case .cancelConnection(let peripheral):
      removeRequests(of: app) { $0 == .connection(peripheral: peripheral) }
      endConnection(peripheral, &out)
    case .scan(let services, let restore):
      removeRequests(of: app, where: \.isScan)
      let link = AppLinks.BluetoothLink(
        kind: .scan(services: services),
        restoreIdentifier: restore
      )
      guard add(link, to: app) else { return Self.tooManyLinks }
      orderScan(&out)
    case .stopScan:
      removeRequests(of: app, where: \.isScan)
      orderScan(&out)
    case .subscribe(let peripheral, let characteristic, let isOn):
      guard subscribe(app, to: characteristic, of: peripheral, isOn: isOn, &out) else {
        return Self.tooManyLinks
      }
    case .advertise(let services, let restore):
      removeRequests(of: app, where: \.isAdvertising)
      let link = AppLinks.BluetoothLink(
        kind: .advertising(services: services),
        restoreIdentifier: restore
      )
      guard add(link, to: app) else { return Self.tooManyLinks }
      out.order(.mode(.bluetooth(.advertise(app: app, services: services))))
    case .stopAdvertising:
      removeRequests(of: app, where: \.isAdvertising)
      out.order(.mode(.bluetooth(.advertise(app: app, services: []))))
    case .publish, .answer, .updateValue: return servePeripheral(request, of: app, &out)
    }
    return .done
  }

  static let tooManyLinks = Reply.refused(
    .mode(.descriptor(.tooMany(limit: AppLinks.countMax)))
  )

  mutating func add(_ link: AppLinks.BluetoothLink, to app: AppIdentifier) -> Bool {
    let known = self[app].bluetooth.first { $0.kind == link.kind }
    guard known != nil || self[app].bluetooth.count < AppLinks.countMax else { return false }
    var link = link
    // A connection that is asked for again is the same one.
    link.subscriptions = known?.subscriptions ?? []
    // One that was restored stands, and its app was told so: it is not told again because it asks again,
    // as it does at every launch.
    link.isConnected = known?.restoreIdentifier != nil && known?.isConnected == true
    update(app) {
      $0.bluetooth.removeAll { $0.kind == link.kind }
      $0.bluetooth.append(link)
    }
    return true
  }

  mutating func removeRequests(
    of app: AppIdentifier,
    where isMeant: (AppLinks.BluetoothLink.Kind) -> Bool
  ) {
    update(app) { $0.bluetooth.removeAll { isMeant($0.kind) } }
  }

  /// Ends a connection that no app asks for any more.
  private func endConnection(_ peripheral: String, _ out: inout Outbox) {
    guard !table.apps.contains(where: { self[$0].isConnecting(peripheral) }) else {
      return
    }
    out.order(.mode(.bluetooth(.disconnect(peripheral: peripheral))))
  }

  /// Returns whether there was room for it; it lasts as long as the connection is asked for.
  private mutating func subscribe(
    _ app: AppIdentifier,
    to characteristic: String,
    of peripheral: String,
    isOn: Bool,
    _ out: inout Outbox
  ) -> Bool {
    var hasRoom = true
    update(app) { links in
      for index in links.bluetooth.indices
      where links.bluetooth[index].kind == .connection(peripheral: peripheral) {
        links.bluetooth[index].subscriptions.removeAll { $0 == characteristic }
        guard isOn else { continue }
        hasRoom = links.bluetooth[index].subscriptions.count < AppLinks.subscriptionsMax
        if hasRoom { links.bluetooth[index].subscriptions.append(characteristic) }
      }
    }
    // One that another app has asked for goes on.
    let isWanted = table.apps.contains { app in
      self[app].bluetooth.contains {
        $0.kind == .connection(peripheral: peripheral) && $0.subscriptions.contains(characteristic)
      }
    }
    guard hasRoom, isOn || !isWanted else { return hasRoom }
    out.order(
      .mode(
        .bluetooth(.subscribe(peripheral: peripheral, characteristic: characteristic, isOn: isOn))
      )
    )
    return true
  }

  /// Takes back from the radio what an app asked of it before and does not any more.
  func withdraw(
    _ before: [AppLinks.BluetoothLink],
    of app: AppIdentifier,
    _ out: inout Outbox
  ) {
    let kept = self[app].bluetooth.map(\.kind)
    let gone = before.map(\.kind).filter { !kept.contains($0) }
    for kind in gone {
      switch kind {
      case .connection(let peripheral): endConnection(peripheral, &out)
      case .scan: break
      case .advertising: out.order(.mode(.bluetooth(.advertise(app: app, services: []))))
      case .publishing: out.order(.mode(.bluetooth(.serve(app: app, services: []))))
      }
    }
    if gone.contains(where: \.isScan) { orderScan(&out) }
  }

  /// One scan serves all apps; without services it is for whoever is on screen alone (§7).
  private func orderScan(_ out: inout Outbox) {
    var services: [String] = []
    var isOn = false
    for app in table.apps {
      for case .scan(let wanted) in self[app].bluetooth.map(\.kind) {
        isOn = true
        services += wanted.filter { !services.contains($0) }
      }
    }
    out.order(.mode(.bluetooth(.scan(isOn: isOn, services: services))))
  }

  // MARK: What the radio reports

  mutating func handle(_ event: BluetoothEvent, _ device: DeviceState, _ out: inout Outbox) {
    switch event {
    case .power(let isOn): powerChanged(isOn, device, &out)
    case .connected(let peripheral):
      if !table.peripherals.contains(peripheral) { table.peripherals.append(peripheral) }
      for app in table.apps { connected(peripheral, for: app, &out) }
    case .disconnected(let peripheral):
      table.peripherals.removeAll { $0 == peripheral }
      for app in table.apps where self[app].isConnected(peripheral) {
        update(app) { $0.setConnected(peripheral, false) }
        out.then(.tellBluetooth(.didDisconnect(peripheral: peripheral), app))
      }
    case .data(let peripheral):
      for app in table.apps where self[app].isConnected(peripheral) {
        out.then(.tellBluetooth(.data(peripheral: peripheral), app))
      }
    case .discovered(let peripheral, let services):
      for app in table.apps { discovered(peripheral, services, for: app, device, &out) }
    case .centralRequest(let app, let request): centralAsked(request, of: app, device, &out)
    }
  }

  private mutating func connected(
    _ peripheral: String,
    for app: AppIdentifier,
    _ out: inout Outbox
  ) {
    guard self[app].isConnecting(peripheral), !self[app].isConnected(peripheral) else { return }
    update(app) { $0.setConnected(peripheral, true) }
    out.then(.tellBluetooth(.didConnect(peripheral: peripheral), app))
  }

  private mutating func discovered(
    _ peripheral: String,
    _ services: [String],
    for app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let process = device.apps.process(of: app),
      let index = self[app].bluetooth.firstIndex(where: \.kind.isScan),
      case .scan(let wanted) = self[app].bluetooth[index].kind
    else { return }
    let isMeant = wanted.isEmpty || services.contains(where: wanted.contains)
    let isInBackground = !process.isOnScreen
    // In the background scans must name services, and duplicates are ignored (§7).
    if !isMeant || (isInBackground && wanted.isEmpty) { return }
    let isNew = !self[app].bluetooth[index].discovered.contains(peripheral)
    if isInBackground, !isNew { return }
    if isNew {
      update(app) {
        let full = $0.bluetooth[index].discovered.count >= AppLinks.untoldMax
        if full { $0.bluetooth[index].discovered.removeFirst() }
        $0.bluetooth[index].discovered.append(peripheral)
      }
    }
    out.then(.tellBluetooth(.didDiscover(peripheral: peripheral, services: services), app))
  }

  /// With the radio every connection is gone, and with it what would have restored a dead app (§7.3).
  private mutating func powerChanged(_ isOn: Bool, _ device: DeviceState, _ out: inout Outbox) {
    guard isOn != table.isBluetoothOn else { return }
    table.isBluetoothOn = isOn
    guard !isOn else { return orderBluetooth(&out) }
    // First, so that the end of a connection does not launch what the radio's end is to leave alone.
    for app in table.apps where device.apps.process(of: app)?.phase == .dead {
      let before = self[app].bluetooth
      update(app) { $0.bluetooth = [] }
      withdraw(before, of: app, &out)
    }
    for peripheral in table.peripherals {
      out.post(.link(.bluetooth(.disconnected(peripheral: peripheral))))
    }
  }

  /// Says to the radio again all that apps want of it.
  func orderBluetooth(_ out: inout Outbox) {
    var scans = false
    for app in table.apps {
      for link in self[app].bluetooth {
        switch link.kind {
        case .connection(let peripheral):
          out.order(.mode(.bluetooth(.connect(peripheral: peripheral))))
          for characteristic in link.subscriptions {
            out.order(
              .mode(
                .bluetooth(
                  .subscribe(peripheral: peripheral, characteristic: characteristic, isOn: true)
                )
              )
            )
          }
        case .scan: scans = true
        case .advertising(let services):
          out.order(.mode(.bluetooth(.advertise(app: app, services: services))))
        case .publishing(let services):
          out.order(.mode(.bluetooth(.serve(app: app, services: services))))
        }
      }
    }
    if scans { orderScan(&out) }
  }

  /// Tells an app what Bluetooth does, waking or launching it where the rules let it.
  mutating func tellBluetooth(
    _ callback: BluetoothCallback,
    to app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: app), let record = device.apps[slot: slot] else {
      return
    }
    guard record.isListening || record.manifest.backgroundModes.contains(callback.mode) else {
      guard record.process.phase != .dead else { return }
      return update(app) {
        if $0.untold.count < AppLinks.untoldMax { $0.untold.append(callback) }
      }
    }
    guard record.process.phase == .dead else {
      return tell(.bluetooth(callback), reason: .bluetooth, slot, device, &out)
    }
    guard let identifier = self[app].restoreIdentifier(for: callback) else { return }
    let restored = self[app].restored(identifier)
    tell(
      .bluetooth(restored),
      then: [.bluetooth(callback)],
      reason: .bluetoothRestoring,
      slot,
      device,
      &out
    )
  }

  /// What waited for the app to run again is told in the order in which it happened.
  mutating func tellUntold(of app: AppIdentifier, _ out: inout Outbox) {
    let untold = self[app].untold
    guard !untold.isEmpty else { return }
    update(app) { $0.untold = [] }
    out.callLater(app, untold.map { .mode(.bluetooth($0)) })
  }
}
