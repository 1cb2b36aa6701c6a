package import TorporCore
package import TorporPosix

/// Where the machine's power comes from, told anew whenever the kernel says that a supply changed.
///
/// The state is read from `/sys/class/power_supply`; a uevent says when to look. No polling: drivers
/// send one for each percent. A folder that stands in for `/sys` has no kernel to speak for it, so
/// there the files themselves are watched.
package final class PowerAdapter {
  private let sysRoot: String
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var uevents: NetlinkSocket?
  private var files: FileWatch?
  private var last: PowerState?

  /// Where the kernel shows its devices.
  package static let kernelRoot = "/sys"

  /// Makes an adapter that says nothing before `start`.
  package init(sysRoot: String = kernelRoot, on loop: EventLoop, sink: any HostEventSink) {
    self.sysRoot = sysRoot
    self.loop = loop
    self.sink = sink
  }

  /// Posts the present state and every later one.
  ///
  /// - Throws: `SystemError` where the kernel does not tell of changes (as in some containers); the
  ///   present state is posted.
  package func start() throws(SystemError) {
    look()
    guard sysRoot == PowerAdapter.kernelRoot else { return try watchFiles() }
    uevents = try NetlinkSocket(.devices, on: loop) { [unowned self] message in
      if PowerAdapter.concernsPower(message) { look() }
    }
  }

  /// Reads the state and posts it if it has changed.
  package func look() {
    let state = PowerAdapter.read(sysRoot: sysRoot)
    // What is in the battery changes all the time: it goes along with what matters, and is no news of its own.
    guard
      state.batteryPercent != last?.batteryPercent
        || state.isOnExternalPower != last?.isOnExternalPower
    else { return }
    last = state
    sink.post(.input(.device(event: .power(state))))
  }

  private func watchFiles() throws(SystemError) {
    let folder = sysRoot + "/class/power_supply"
    let files = try FileWatch(on: loop) { [unowned self] _ in
      watchSupplies(in: folder)
      look()
    }
    try files.watch(folder, for: [.added, .removed])
    self.files = files
    watchSupplies(in: folder)
  }

  /// Watches every supply, those that were added too; one that goes takes its watch with it.
  private func watchSupplies(in folder: String) {
    for name in Files.names(in: folder) {
      _ = try? files?.watch(folder + "/" + name, for: [.written, .added, .removed])
    }
  }

  /// Whether a device event is about a power supply; an empty one says that some were lost.
  static func concernsPower(_ message: [UInt8]) -> Bool {
    message.isEmpty
      || message.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=power_supply".utf8) }
  }

  /// The state of all supplies together.
  static func read(sysRoot: String) -> PowerState {
    let folder = sysRoot + "/class/power_supply"
    let supplies = Files.names(in: folder).map { Supply(folder: folder + "/" + $0) }
      // The battery of a mouse says nothing about the machine.
      .filter { $0.attribute("scope") != "Device" }
    let batteries = supplies.filter { $0.attribute("type") == "Battery" && $0.isPresent }
    let others = supplies.filter { $0.attribute("type") != "Battery" }
    let percents = batteries.compactMap { $0.attribute("capacity").flatMap { Int($0) } }
    let isDischarging = batteries.contains { $0.attribute("status") == "Discharging" }
    let isPlugged = others.contains { ["1", "2"].contains($0.attribute("online")) }
    // Without a battery something must feed the machine, unless its only adapter says that it does
    // not and there is no room for a battery; ports that could be fed (USB) say nothing. Some machines
    // have a battery and no driver for the plug; then the battery tells.
    let hasAdapterAlone =
      others.contains { $0.attribute("type") == "Mains" }
      && !supplies.contains { $0.attribute("type") == "Battery" }
    let isFedUnseen = batteries.isEmpty ? !hasAdapterAlone : others.isEmpty && !isDischarging
    return PowerState(
      isOnExternalPower: isPlugged || isFedUnseen,
      batteryPercent: percents.isEmpty
        ? nil : min(100, max(0, percents.reduce(0, +) / percents.count)),
      microwattHours: energy(of: batteries),
      isEnergyEstimated: batteries.contains { $0.reportsChargeOnly } ? true : nil
    )
  }

  /// What is in all batteries together; `nil` where there is none, or where one does not tell.
  private static func energy(of batteries: [Supply]) -> Int64? {
    guard !batteries.isEmpty else { return nil }
    var sum: Int64 = 0
    for battery in batteries {
      guard let energy = battery.microwattHours else { return nil }
      sum += energy
    }
    return sum
  }

  /// One folder below `/sys/class/power_supply`.
  private struct Supply {
    let folder: String

    var isPresent: Bool { attribute("present") != "0" }

    /// What is in the battery: as energy, or as charge at the voltage for which it was designed, or that it has.
    var microwattHours: Int64? {
      if let energy = number("energy_now") { return energy }
      guard let charge = number("charge_now"),
        let voltage = number("voltage_min_design") ?? number("voltage_now")
      else { return nil }
      // Microampere-hours times microvolts are 10^-12 watt-hours.
      return Int64(clamping: Int128(charge) * Int128(voltage) / 1_000_000)
    }

    /// Whether it reports a charge, and its energy is known by a voltage that is assumed.
    var reportsChargeOnly: Bool { number("energy_now") == nil && number("charge_now") != nil }

    private func number(_ name: String) -> Int64? {
      attribute(name).flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    func attribute(_ name: String) -> String? {
      guard let text = try? Files.read(folder + "/" + name) else { return nil }
      return String(text.prefix { $0 != "\n" })
    }
  }
}
