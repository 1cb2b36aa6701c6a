import TorporModel
import TorporPosix
import TorporWire

/// The radio, through BlueZ: connects, scans, subscribes and advertises as the daemon orders, and reports events.
///
/// Peripherals are identified by their addresses. An order remains valid until its event or its opposite, even while a
/// device, an adapter or BlueZ is absent. A scan continuously uses the radio's power.
final class BluetoothPart: Part {
  // Shape: the wanted and the reported state of the radio, side by side, so that one is compared with the other.
  private struct Subscription: Hashable {
    let peripheral: String
    /// The UUID in its long form.
    let characteristic: String
  }

  let name = "bluetooth"
  private let outbox: Outbox
  private let client: BlueZClient
  private let advertisements: Advertisements
  private let server: PeripheralServer
  /// Peripherals that should be connected but are not.
  private var wanted: Set<String> = []
  /// Peripherals that BlueZ is connecting now.
  private var connecting: Set<String> = []
  /// The services of the scan, as spelled in the order; `nil`: no scan.
  private var scan: [String]?
  /// The scan for beacons, with the received ones; `nil`: none.
  private var beacons: BeaconScan?
  private var telling: EventLoop.Token?
  /// Devices that were reported in this scan.
  private var discovered: Set<String> = []
  private var subscriptions: Set<Subscription> = []
  private var retry: EventLoop.Token?

  /// The time that BlueZ may take to connect: 60 s.
  ///
  /// Longer than its own time limit for a device that does not answer (about 40 s). Our choice.
  private static let connectSeconds = 60
  /// The time after which an unresponsive device is tried again without having been received: 60 s.
  ///
  /// A device that advertises is received during a scan, and tried then. Our choice.
  private static let retrySeconds = 60

  /// Makes a part that reports nothing before `start`; `bus` is the system's.
  init(
    on bus: BusConnection,
    outbox: Outbox,
    answersWithin patience: Duration = PeripheralServer.defaultPatience
  ) {
    self.outbox = outbox
    client = BlueZClient(on: bus)
    advertisements = Advertisements(of: client)
    server = PeripheralServer(of: client, patience: patience)
  }

  deinit {
    if let retry { client.bus.loop.cancel(retry) }
    if let telling { client.bus.loop.cancel(telling) }
  }

  func start() {
    client.changed = { [unowned self] changes in for change in changes { take(change) } }
    client.availability = { [unowned self] cause in
      outbox.tell(self, isAvailable: cause == nil, because: cause)
    }
    server.isHeard = { [unowned self] in outbox.isAttached }
    server.asked = { [unowned self] app, request in
      tell(.centralRequest(app: app, request: request))
    }
    client.start()
  }

  /// Handles a new daemon, which sends its orders again and does not know the state of the radio.
  func attached() {
    obey(.bluetooth(order: .scan(isOn: false, services: [])))
    listen(for: nil)
    for subscription in subscriptions { notify(subscription, isOn: false) }
    (wanted, subscriptions) = ([], [])
    advertisements.stopAll()
    server.stopAll()
    tell(.power(isOn: client.radio.isOn))
    for device in client.radio.devices.values.filter(\.isConnected).map(\.address).sorted() {
      tell(.connected(peripheral: device))
    }
  }

  func obey(_ order: BridgeOrder) {
    if case .scanForBeacons(let demand) = order { listen(for: demand) }
    guard case .bluetooth(let order) = order else { return }
    switch order {
    case .connect(let peripheral):
      wanted.insert(peripheral.uppercased())
      connect(peripheral.uppercased())
    case .disconnect(let peripheral):
      wanted.remove(peripheral.uppercased())
      subscriptions = subscriptions.filter { $0.peripheral != peripheral.uppercased() }
      if let path = client.radio.path(of: peripheral) {
        client.call(path, Radio.deviceInterface, "Disconnect")
      }
    case .scan(let isOn, let services): look(for: isOn ? services : nil)
    case .subscribe(let peripheral, let characteristic, let isOn):
      let subscription = Subscription(
        peripheral: peripheral.uppercased(),
        characteristic: BluetoothNumber.ofCharacteristic(characteristic)
      )
      if isOn { subscriptions.insert(subscription) } else { subscriptions.remove(subscription) }
      notify(subscription, isOn: isOn)
    case .advertise(let app, let services): advertisements.advertise(services, for: app)
    case .serve(let app, let services): server.serve(services, for: app)
    case .answer(let request, let answer): server.answer(request, answer)
    case .updateValue(let app, let service, let characteristic, let value):
      server.update(app, service, characteristic, to: value)
    }
  }

  // MARK: Events

  private func take(_ change: Radio.Change) {
    switch change {
    case .power(let isOn): tell(.power(isOn: isOn))
    case .adapter(let path):
      if isScanning { startScan(at: path) }
      advertisements.adapterCame(path)
      server.adapterCame(path)
      for peripheral in wanted.sorted() { connect(peripheral) }
    case .connected(let path):
      guard let device = client.radio.devices[path] else { return }
      wanted.remove(device.address)
      tell(.connected(peripheral: device.address))
    case .disconnected(let address): tell(.disconnected(peripheral: address))
    case .heard(let path): heard(path)
    case .removed(let path): discovered.remove(path)
    case .characteristic(let path):
      guard let subscription = subscription(of: path), subscriptions.contains(subscription) else {
        return
      }
      client.call(path, Radio.characteristicInterface, "StartNotify")
    case .value(let path):
      guard let subscription = subscription(of: path), subscriptions.contains(subscription) else {
        return
      }
      tell(.data(peripheral: subscription.peripheral))
    }
  }

  private func heard(_ path: String) {
    guard let device = client.radio.devices[path] else { return }
    if wanted.contains(device.address) { connect(device.address) }
    if let beacon = device.beacon { heard(beacon) }
    guard let scan, !discovered.contains(path) else { return }
    // As spelled by the app that asked, so that it recognises its own services.
    let asked = scan.filter { device.services.contains(BluetoothNumber.long($0)) }
    guard scan.isEmpty || !asked.isEmpty else { return }
    discovered.insert(path)
    let services = scan.isEmpty ? device.services : asked
    tell(
      .discovered(
        peripheral: device.address,
        services: Array(services.prefix(BluetoothEvent.discoveredServicesCount.upperBound))
      )
    )
  }

  private func tell(_ event: BluetoothEvent) { outbox.tell(.bluetooth(event: event)) }

  // MARK: Actions

  private func connect(_ peripheral: String) {
    guard let path = client.radio.path(of: peripheral), !connecting.contains(peripheral) else {
      return
    }
    if client.radio.devices[path]?.isConnected == true {
      wanted.remove(peripheral)
      return tell(.connected(peripheral: peripheral))
    }
    guard client.radio.isOn else { return }
    connecting.insert(peripheral)
    client.call(
      path,
      Radio.deviceInterface,
      "Connect",
      timeout: .seconds(BluetoothPart.connectSeconds)
    ) { [weak self] failure in
      guard let self else { return }
      connecting.remove(peripheral)
      if failure != nil, wanted.contains(peripheral) { tryAgain() }
    }
  }

  private func tryAgain() {
    guard retry == nil else { return }
    let wait = Duration.seconds(BluetoothPart.retrySeconds)
    retry = client.bus.loop.schedule(after: wait) { [unowned self] in
      retry = nil
      for peripheral in wanted.sorted() { connect(peripheral) }
    }
  }

  private func look(for services: [String]?) {
    let wasScanning = isScanning
    scan = services
    discovered = []
    scanAnew(wasScanning: wasScanning)
    // Devices in range that BlueZ has found for other programs.
    guard services != nil else { return }
    for path in client.radio.devices.filter(\.value.isHeard).keys.sorted() { heard(path) }
  }

  // MARK: Scanning

  private var isScanning: Bool { scan != nil || beacons != nil }

  private func listen(for demand: BeaconDemand?) {
    let wasScanning = isScanning
    beacons = demand.map(BeaconScan.init)
    scanAnew(wasScanning: wasScanning)
    guard demand != nil else { return }
    for path in client.radio.devices.filter(\.value.isHeard).keys.sorted() { heard(path) }
  }

  /// Handles a received beacon; it is reported after the interval, with all others received in the meantime.
  private func heard(_ beacon: BeaconSighting) {
    beacons?.take(beacon)
    guard let demand = beacons?.demand, beacons?.isEmpty == false, telling == nil else { return }
    let wait = Duration.seconds(demand.intervalSeconds)
    telling = client.bus.loop.schedule(after: wait) { [unowned self] in
      telling = nil
      guard let sightings = beacons?.takeAll(), !sightings.isEmpty else { return }
      outbox.tell(.beacons(sightings: sightings))
    }
  }

  private func scanAnew(wasScanning: Bool) {
    for (adapter, isOn) in client.radio.adapters where isOn {
      if isScanning {
        startScan(at: adapter)
      } else if wasScanning {
        client.call(adapter, Radio.adapterInterface, "StopDiscovery")
      }
    }
  }

  /// Starts a scan.
  ///
  /// Beacons offer no service, and each of their transmissions counts: during a scan for them, BlueZ reports everything
  /// that it receives, and services are filtered here.
  private func startScan(at adapter: String) {
    let services = beacons == nil ? scan ?? [] : []
    let filter = BusValue.options([
      "Transport": .string("le"), "DuplicateData": .boolean(beacons != nil),
      "UUIDs": .strings(services.map(BluetoothNumber.long)),
    ])
    client.call(adapter, Radio.adapterInterface, "SetDiscoveryFilter", [filter])
    // It is refused while a scan is already running, which is equally good.
    client.call(adapter, Radio.adapterInterface, "StartDiscovery")
  }

  private func notify(_ subscription: Subscription, isOn: Bool) {
    for path in client.radio.characteristics.keys.sorted()
    where self.subscription(of: path) == subscription {
      let member = isOn ? "StartNotify" : "StopNotify"
      client.call(path, Radio.characteristicInterface, member)
    }
  }

  private func subscription(of path: String) -> Subscription? {
    guard let characteristic = client.radio.characteristics[path],
      let device = client.radio.devices[characteristic.device]
    else { return nil }
    return Subscription(peripheral: device.address, characteristic: characteristic.number)
  }
}
