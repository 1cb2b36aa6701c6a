import TorporModel

// Reports of the radio, and repeated orders to it.

extension BluetoothService {
  mutating func handle(_ event: BluetoothEvent, _ device: DeviceState, _ out: inout Outbox) {
    switch event {
    case .power(let isOn): powerChanged(isOn, device, &out)
    case .connected(let peripheral):
      if !peripherals.contains(peripheral) { peripherals.append(peripheral) }
      for app in apps.apps { connected(peripheral, for: app, &out) }
    case .disconnected(let peripheral):
      peripherals.removeAll { $0 == peripheral }
      for app in apps.apps where self[app].isConnected(peripheral) {
        update(app) { $0.setConnected(peripheral, false) }
        out.then(.tell(.didDisconnect(peripheral: peripheral), app))
      }
    case .data(let peripheral):
      for app in apps.apps where self[app].isConnected(peripheral) {
        out.then(.tell(.data(peripheral: peripheral), app))
      }
    case .discovered(let peripheral, let services):
      for app in apps.apps { discovered(peripheral, services, for: app, device, &out) }
    case .centralRequest(let app, let request): centralAsked(request, of: app, device, &out)
    }
  }

  mutating func connected(
    _ peripheral: String,
    for app: AppIdentifier,
    _ out: inout Outbox
  ) {
    guard self[app].isConnecting(peripheral), !self[app].isConnected(peripheral) else { return }
    update(app) { $0.setConnected(peripheral, true) }
    out.then(.tell(.didConnect(peripheral: peripheral), app))
  }

  private mutating func discovered(
    _ peripheral: String,
    _ services: [String],
    for app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let process = device.apps.process(of: app),
      let index = self[app].requests.firstIndex(where: \.kind.isScan),
      case .scan(let wanted) = self[app].requests[index].kind
    else { return }
    let isMeant = wanted.isEmpty || services.contains(where: wanted.contains)
    let isInBackground = !process.isOnScreen
    // In the background, scans must name services, and duplicates are ignored (§7).
    if !isMeant || (isInBackground && wanted.isEmpty) { return }
    let isNew = !self[app].requests[index].discovered.contains(peripheral)
    if isInBackground, !isNew { return }
    if isNew {
      update(app) {
        let full = $0.requests[index].discovered.count >= AppBluetooth.pendingCallbacksMax
        if full { $0.requests[index].discovered.removeFirst() }
        $0.requests[index].discovered.append(peripheral)
      }
    }
    out.then(.tell(.didDiscover(peripheral: peripheral, services: services), app))
  }

  /// Handles the radio's power: without it every connection is lost, and with it the reason to restore
  /// an app that is not running (§7.3).
  private mutating func powerChanged(_ isOn: Bool, _ device: DeviceState, _ out: inout Outbox) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    guard !isOn else { return repeatOrders(device, &out) }
    // First, so that the end of a connection does not launch apps that the radio's end must not launch.
    for app in apps.apps where device.apps.process(of: app)?.phase == .dead {
      let before = self[app].requests
      update(app) { $0.requests = [] }
      withdraw(before, of: app, &out)
    }
    for peripheral in peripherals {
      out.post(.bluetooth(.reported(.disconnected(peripheral: peripheral))))
    }
  }

  /// Repeats all requests of apps to the radio.
  func repeatOrders(_ device: DeviceState, _ out: inout Outbox) {
    var scans = false
    let isOffered = device.profile.hasBluetoothPeripherals
    for app in apps.apps {
      for request in self[app].requests where isOffered || !request.kind.isOffering {
        switch request.kind {
        case .connection(let peripheral):
          out.order(.service(.bluetooth(.connect(peripheral: peripheral))))
          for characteristic in request.subscriptions {
            out.order(
              .service(
                .bluetooth(
                  .subscribe(peripheral: peripheral, characteristic: characteristic, isOn: true)
                )
              )
            )
          }
        case .scan: scans = true
        case .advertising, .publishing: order(request.kind, of: app, &out)
        }
      }
    }
    if scans { orderScan(&out) }
  }

  /// Orders the radio to offer the services of an app to centrals.
  func order(_ kind: AppBluetooth.Request.Kind, of app: AppIdentifier, _ out: inout Outbox) {
    switch kind {
    case .advertising(let services):
      out.order(.service(.bluetooth(.advertise(app: app, services: services))))
    case .publishing(let services):
      out.order(.service(.bluetooth(.serve(app: app, services: services))))
    case .connection, .scan: break
    }
  }
}
