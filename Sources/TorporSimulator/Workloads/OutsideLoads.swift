import TorporCore
import TorporModel

/// A user on the way: from place to place, and about at each of them.
struct TravelLoad: Workload {
  let name = "ways"
  let isFault = false
  let meanPause = Duration.seconds(70)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let place = random.pick(RandomLocations.locations)
    // In the house, in the street, or somewhere in the town.
    let metresMax = random.pick([20, 150, 400, 3000])
    let coordinate = RandomLocations.near(place, metresMax: metresMax, using: &random)
    machine.note("the device is at \(coordinate.latitude) \(coordinate.longitude)")
    machine.desktop.receiver.move(to: coordinate)
  }
}

/// A user who answers notifications and calls, and changes what apps may do.
struct AnswerLoad: Workload {
  let name = "answers"
  let isFault = false
  let meanPause = Duration.seconds(60)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let app = random.pick(machine.apps)
    switch random.number(0...9) {
    case 0..<6: answer(machine, using: &random)
    case 6:
      machine.note("the user ends the call of \(app.alias)")
      machine.daemon.user(.endCall(app: app.identifier))
    default: change(app, machine, using: &random)
    }
  }

  private func answer(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let visible = machine.desktop.notifications.visible
    guard !visible.isEmpty else { return }
    let key = random.pick(visible)
    let actions =
      [NotificationResponse.defaultAction, NotificationResponse.dismissAction]
      + RandomNotifications.actions
    let action = random.pick(actions)
    machine.note("the user answers '\(key.identifier)' of \(key.app) by \(action)")
    machine.desktop.notifications.answer(key, with: action)
  }

  /// What the user allows is soon allowed again, mostly.
  private func change(
    _ app: AppDefinition,
    _ machine: SimulatedMachine,
    using random: inout SplitMix64
  ) {
    var settings = app.settings
    if random.chance(30) { settings.location = random.pick([.never, .whenInUse, .always]) }
    if random.chance(15) { settings.allowsNotifications.toggle() }
    if random.chance(15) { settings.allowsMicrophone.toggle() }
    if random.chance(30) { settings.backgroundRefresh = random.pick(BackgroundRefresh.allCases) }
    if random.chance(30) { settings.dataAllowanceBytes = random.pick([1_000_000, 50_000_000]) }
    if random.chance(30) { settings.energyAllowanceJoules = random.pick([10, 100]) }
    if random.chance(15) { settings.wifiOnly.toggle() }
    machine.note("the user sets \(app.alias): \(settings)")
    machine.daemon.user(
      .change(setting: .appSettings(app: app.identifier, settings: settings))
    )
    guard random.chance(30) else { return }
    let bytes: Int64 = random.pick([0, 1_000_000, 100_000_000])
    machine.note("the user lets all apps move \(bytes) B in a day")
    machine.daemon.user(.change(setting: .kept(.dataAllowanceBytes(bytes))))
  }
}

/// Accessories, peripherals and servers that come, go and send.
struct LinkLoad: Workload {
  let name = "links"
  let isFault = false
  let meanPause = Duration.seconds(50)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    switch random.number(0...9) {
    case 0..<2: tell(.accessory(accessory(using: &random)), machine)
    case 2..<5: tell(.bluetooth(bluetooth(machine, using: &random)), machine)
    default: socket(of: random.pick(machine.apps), machine, using: &random)
    }
  }

  private func tell(_ event: DeviceEvent, _ machine: SimulatedMachine) {
    machine.note("\(event)")
    machine.daemon.device(event)
  }

  private func accessory(using random: inout SplitMix64) -> AccessoryEvent {
    let name = random.pick(RandomLinks.accessories)
    return switch random.number(0...4) {
    case 0..<2: .connected(Accessory(name: name))
    case 2: .disconnected(accessory: name)
    default: .data(accessory: name)
    }
  }

  private func bluetooth(
    _ machine: SimulatedMachine,
    using random: inout SplitMix64
  ) -> BluetoothEvent {
    let name = random.pick(RandomLinks.peripherals)
    return switch random.number(0...19) {
    case 0..<5: .connected(peripheral: name)
    case 5..<8: .disconnected(peripheral: name)
    case 8..<13: .data(peripheral: name)
    case 13..<15: .discovered(peripheral: name, services: random.chance(70) ? ["180D"] : [])
    case 15..<19: .centralRequest(app: random.pick(machine.apps).identifier)
    default: .power(isOn: random.chance(60))
    }
  }

  private func socket(
    of app: AppDefinition,
    _ machine: SimulatedMachine,
    using random: inout SplitMix64
  ) {
    let links = machine.desktop.links
    let name = random.pick(RandomLinks.sockets)
    switch random.number(0...19) {
    case 0:
      machine.note("'\(name)' of \(app.alias) is hung up")
      links.hangUp(name, of: app.identifier)
    case 1:
      machine.note("the daemon loses '\(name)' of \(app.alias)")
      links.lose(name, of: app.identifier)
    default:
      machine.note("data for \(app.alias)")
      _ = links.receive(for: app.identifier)
    }
  }

  func stop(_ machine: SimulatedMachine) { tell(.bluetooth(.power(isOn: true)), machine) }
}
