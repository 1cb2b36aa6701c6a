import TorporModel

/// What connects an app with the world outside, as a seed draws it: accessories, Bluetooth, sockets.
enum RandomLinks {
  /// Adds links to an app that was drawn without.
  static func add(to app: inout AppDefinition, using random: inout SplitMix64) {
    let modes: [BackgroundMode] = [.externalAccessory, .bluetoothCentral, .bluetoothPeripheral]
    for mode in modes where random.chance(60) { app.manifest.backgroundModes.append(mode) }
    if random.chance(50), !app.manifest.backgroundModes.contains(.voip) {
      app.manifest.backgroundModes.append(.voip)
    }
    for callback in [PlainCallback.didFinishLaunching, .didBecomeActive, .didEnterBackground]
    where random.chance(60) {
      let steps = (0..<random.number(1...4)).map { _ in Step(request(using: &random)) }
      app.append(steps, to: callback)
    }
    for callback in events where random.chance(45) {
      var steps = [Step.labour(using: &random)]
      if random.chance(20) { steps.append(Step(request(using: &random))) }
      if random.chance(15) { steps.append(Step(.beginBackgroundTask(name: "link"))) }
      app.append(steps, to: callback)
    }
  }

  /// What is there to be plugged in, and on the air.
  static let accessories = ["scale", "printer"]
  static let peripherals = ["strap", "lock"]
  static let sockets = ["server", "timer", "line"]
  private static let events: [PlainCallback] = [
    .accessoryDidConnect, .accessoryDidDisconnect, .accessoryData, .peripheralDidConnect,
    .peripheralDidDisconnect, .peripheralData, .centralRequest, .socketReadable, .keepAlive,
  ]

  private static func request(using random: inout SplitMix64) -> Step.Kind {
    let restore = random.chance(60) ? "manager" : nil
    switch random.number(0...99) {
    case 0..<14: return .openAccessory(random.pick(accessories))
    case 14..<20: return .closeAccessory(random.pick(accessories))
    case 20..<40: return .connectPeripheral(random.pick(peripherals), restoreIdentifier: restore)
    case 40..<50: return .advertise(restoreIdentifier: restore)
    case 50..<56:
      let services = random.chance(70) ? ["180D"] : []
      return .ask(.bluetooth(.scan(services: services, restoreIdentifier: restore)))
    case 56..<58: return .ask(.bluetooth(.stopScan))
    case 58..<60: return .ask(.bluetooth(.stopAdvertising))
    case 60..<64: return .ask(.bluetooth(.cancelConnection(peripheral: random.pick(peripherals))))
    case 64..<80: return .handOverSocket(name: "server")
    case 80..<86: return .ask(.descriptor(.watch(name: "timer", purpose: .other)))
    case 86..<91:
      let purpose = DescriptorPurpose.accessory(random.pick(accessories))
      return .ask(.descriptor(.watch(name: "line", purpose: purpose)))
    case 91..<94: return .ask(.descriptor(.unwatch(name: random.pick(sockets))))
    // Below 600 s it is refused (VO2).
    case 94..<98: return .setKeepAlive(random.duration(.minutes(9), .minutes(40)))
    default: return .ask(.descriptor(.clearKeepAlive))
    }
  }
}
