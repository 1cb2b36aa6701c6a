import TorporModel

// Bluetooth (§7, §7.3): requests outlive the process where its manager has a restore identifier.

extension Device {
  mutating func handle(
    _ request: BluetoothRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let record = apps[slot: slot] else { return .done }
    let app = record.identifier
    switch request {
    case .connect(let peripheral, let restore):
      let link = AppLinks.BluetoothLink(
        kind: .connection(peripheral: peripheral),
        restoreIdentifier: restore
      )
      guard add(link, to: record) else { return Self.tooManyLinks }
      turn.order(.mode(.bluetooth(.connect(peripheral: peripheral))))
      guard links.peripherals.contains(peripheral) else { break }
      // A process that ends hears no answer, and no other is started for one: it would ask again.
      if record.process.isEnding {
        changeLinks(of: app) { $0.setConnected(peripheral, true) }
      } else {
        connected(peripheral, for: app, in: &turn)
      }
    case .cancelConnection(let peripheral):
      removeRequests(of: app) { $0 == .connection(peripheral: peripheral) }
      endConnection(peripheral, in: &turn)
    case .scan(let services, let restore):
      removeRequests(of: app, where: \.isScan)
      let link = AppLinks.BluetoothLink(
        kind: .scan(services: services),
        restoreIdentifier: restore
      )
      guard add(link, to: record) else { return Self.tooManyLinks }
      orderScan(in: &turn)
    case .stopScan:
      removeRequests(of: app, where: \.isScan)
      orderScan(in: &turn)
    case .subscribe(let peripheral, let characteristic, let isOn):
      guard subscribe(app, to: characteristic, of: peripheral, isOn: isOn, in: &turn) else {
        return Self.tooManyLinks
      }
    case .advertise(let services, let restore):
      removeRequests(of: app, where: \.isAdvertising)
      let link = AppLinks.BluetoothLink(
        kind: .advertising(services: services),
        restoreIdentifier: restore
      )
      guard add(link, to: record) else { return Self.tooManyLinks }
      turn.order(.mode(.bluetooth(.advertise(app: app, services: services))))
    case .stopAdvertising:
      removeRequests(of: app, where: \.isAdvertising)
      turn.order(.mode(.bluetooth(.advertise(app: app, services: []))))
    case .publish, .answer, .updateValue: return servePeripheral(request, of: record, in: &turn)
    }
    return .done
  }

  static let tooManyLinks = Reply.refused(
    .mode(.descriptor(.tooMany(limit: AppLinks.countMax)))
  )

  mutating func add(_ link: AppLinks.BluetoothLink, to record: AppRecord) -> Bool {
    let known = record.links.bluetooth.first { $0.kind == link.kind }
    guard known != nil || record.links.bluetooth.count < AppLinks.countMax else { return false }
    var link = link
    // A connection that is asked for again is the same one.
    link.subscriptions = known?.subscriptions ?? []
    // One that was restored stands, and its app was told so: it is not told again because it asks again,
    // as it does at every launch.
    link.isConnected = known?.restoreIdentifier != nil && known?.isConnected == true
    changeLinks(of: record.identifier) {
      $0.bluetooth.removeAll { $0.kind == link.kind }
      $0.bluetooth.append(link)
    }
    return true
  }

  mutating func removeRequests(
    of app: AppIdentifier,
    where isMeant: (AppLinks.BluetoothLink.Kind) -> Bool
  ) {
    changeLinks(of: app) { $0.bluetooth.removeAll { isMeant($0.kind) } }
  }

  /// Ends a connection that no app asks for any more.
  private mutating func endConnection(_ peripheral: String, in turn: inout Turn) {
    guard !links.apps.contains(where: { apps[$0]?.links.isConnecting(peripheral) ?? false }) else {
      return
    }
    turn.order(.mode(.bluetooth(.disconnect(peripheral: peripheral))))
  }

  /// Returns whether there was room for it; it lasts as long as the connection is asked for.
  private mutating func subscribe(
    _ app: AppIdentifier,
    to characteristic: String,
    of peripheral: String,
    isOn: Bool,
    in turn: inout Turn
  ) -> Bool {
    var hasRoom = true
    changeLinks(of: app) { links in
      for index in links.bluetooth.indices
      where links.bluetooth[index].kind == .connection(peripheral: peripheral) {
        links.bluetooth[index].subscriptions.removeAll { $0 == characteristic }
        guard isOn else { continue }
        hasRoom = links.bluetooth[index].subscriptions.count < AppLinks.subscriptionsMax
        if hasRoom { links.bluetooth[index].subscriptions.append(characteristic) }
      }
    }
    // One that another app has asked for goes on.
    let isWanted = links.apps.contains { app in
      (apps[app]?.links.bluetooth ?? []).contains {
        $0.kind == .connection(peripheral: peripheral) && $0.subscriptions.contains(characteristic)
      }
    }
    guard hasRoom, isOn || !isWanted else { return hasRoom }
    turn.order(
      .mode(
        .bluetooth(.subscribe(peripheral: peripheral, characteristic: characteristic, isOn: isOn))
      )
    )
    return true
  }

  /// Takes back from the radio what an app asked of it before and does not any more.
  mutating func withdraw(
    _ before: [AppLinks.BluetoothLink],
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    let kept = (apps[app]?.links.bluetooth ?? []).map(\.kind)
    let gone = before.map(\.kind).filter { !kept.contains($0) }
    for kind in gone {
      switch kind {
      case .connection(let peripheral): endConnection(peripheral, in: &turn)
      case .scan: break
      case .advertising: turn.order(.mode(.bluetooth(.advertise(app: app, services: []))))
      case .publishing: turn.order(.mode(.bluetooth(.serve(app: app, services: []))))
      }
    }
    if gone.contains(where: \.isScan) { orderScan(in: &turn) }
  }

  /// One scan serves all apps; without services it is for whoever is on screen alone (§7).
  private mutating func orderScan(in turn: inout Turn) {
    var services: [String] = []
    var isOn = false
    for app in links.apps {
      for case .scan(let wanted) in (apps[app]?.links.bluetooth ?? []).map(\.kind) {
        isOn = true
        services += wanted.filter { !services.contains($0) }
      }
    }
    turn.order(.mode(.bluetooth(.scan(isOn: isOn, services: services))))
  }

  // MARK: What the radio reports

  mutating func handle(_ event: BluetoothEvent, in turn: inout Turn) {
    switch event {
    case .power(let isOn): powerChanged(isOn, in: &turn)
    case .connected(let peripheral):
      if !links.peripherals.contains(peripheral) { links.peripherals.append(peripheral) }
      for app in links.apps { connected(peripheral, for: app, in: &turn) }
    case .disconnected(let peripheral):
      links.peripherals.removeAll { $0 == peripheral }
      for app in links.apps where apps[app]?.links.isConnected(peripheral) == true {
        changeLinks(of: app) { $0.setConnected(peripheral, false) }
        tellBluetooth(.didDisconnect(peripheral: peripheral), to: app, in: &turn)
      }
    case .data(let peripheral):
      for app in links.apps where apps[app]?.links.isConnected(peripheral) == true {
        tellBluetooth(.data(peripheral: peripheral), to: app, in: &turn)
      }
    case .discovered(let peripheral, let services):
      for app in links.apps { discovered(peripheral, services, for: app, in: &turn) }
    case .centralRequest(let app, let request): centralAsked(request, of: app, in: &turn)
    }
  }

  private mutating func connected(
    _ peripheral: String,
    for app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let found = apps[app]?.links, found.isConnecting(peripheral),
      !found.isConnected(peripheral)
    else { return }
    changeLinks(of: app) { $0.setConnected(peripheral, true) }
    tellBluetooth(.didConnect(peripheral: peripheral), to: app, in: &turn)
  }

  private mutating func discovered(
    _ peripheral: String,
    _ services: [String],
    for app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let record = apps[app],
      let index = record.links.bluetooth.firstIndex(where: \.kind.isScan),
      case .scan(let wanted) = record.links.bluetooth[index].kind
    else { return }
    let isMeant = wanted.isEmpty || services.contains(where: wanted.contains)
    let isInBackground = !record.process.isOnScreen
    // In the background scans must name services, and duplicates are ignored (§7).
    if !isMeant || (isInBackground && wanted.isEmpty) { return }
    let isNew = !record.links.bluetooth[index].discovered.contains(peripheral)
    if isInBackground, !isNew { return }
    if isNew {
      changeLinks(of: app) {
        let full = $0.bluetooth[index].discovered.count >= AppLinks.untoldMax
        if full { $0.bluetooth[index].discovered.removeFirst() }
        $0.bluetooth[index].discovered.append(peripheral)
      }
    }
    tellBluetooth(.didDiscover(peripheral: peripheral, services: services), to: app, in: &turn)
  }

  /// With the radio every connection is gone, and with it what would have restored a dead app (§7.3).
  private mutating func powerChanged(_ isOn: Bool, in turn: inout Turn) {
    guard isOn != links.isBluetoothOn else { return }
    links.isBluetoothOn = isOn
    guard !isOn else { return orderBluetooth(in: &turn) }
    // First, so that the end of a connection does not launch what the radio's end is to leave alone.
    for app in links.apps where apps[app]?.process.phase == .dead {
      let before = apps[app]?.links.bluetooth ?? []
      changeLinks(of: app) { $0.bluetooth = [] }
      withdraw(before, of: app, in: &turn)
    }
    for peripheral in links.peripherals {
      handle(.disconnected(peripheral: peripheral), in: &turn)
    }
  }

  /// Says to the radio again all that apps want of it.
  mutating func orderBluetooth(in turn: inout Turn) {
    var scans = false
    for app in links.apps {
      for link in apps[app]?.links.bluetooth ?? [] {
        switch link.kind {
        case .connection(let peripheral):
          turn.order(.mode(.bluetooth(.connect(peripheral: peripheral))))
          for characteristic in link.subscriptions {
            turn.order(
              .mode(
                .bluetooth(
                  .subscribe(peripheral: peripheral, characteristic: characteristic, isOn: true)
                )
              )
            )
          }
        case .scan: scans = true
        case .advertising(let services):
          turn.order(.mode(.bluetooth(.advertise(app: app, services: services))))
        case .publishing(let services):
          turn.order(.mode(.bluetooth(.serve(app: app, services: services))))
        }
      }
    }
    if scans { orderScan(in: &turn) }
  }

  /// Tells an app what Bluetooth does, waking or launching it where the rules let it.
  mutating func tellBluetooth(
    _ callback: BluetoothCallback,
    to app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app), let record = apps[slot: slot] else { return }
    guard record.isListening || record.manifest.backgroundModes.contains(callback.mode) else {
      guard record.process.phase != .dead else { return }
      return changeLinks(of: app) {
        if $0.untold.count < AppLinks.untoldMax { $0.untold.append(callback) }
      }
    }
    guard record.process.phase == .dead else {
      return tell(.bluetooth(callback), reason: .bluetooth, slot: slot, in: &turn)
    }
    guard let identifier = record.links.restoreIdentifier(for: callback) else { return }
    let restored = record.links.restored(identifier)
    tell(
      .bluetooth(restored),
      then: [.bluetooth(callback)],
      reason: .bluetoothRestoring,
      slot: slot,
      in: &turn
    )
  }

  /// What waited for the app to run again is told in the order in which it happened.
  mutating func tellUntold(of record: AppRecord, slot: Int, in turn: inout Turn) {
    guard !record.links.untold.isEmpty else { return }
    let untold = record.links.untold
    changeLinks(of: record.identifier) { $0.untold = [] }
    update(slot: slot, in: &turn) { record, turn in
      for callback in untold { record.call(.mode(.bluetooth(callback)), in: &turn) }
    }
  }
}
