import Testing
import TorporModel
import TorporWire

@testable import TorporCore

/// A laptop with a battery of 50 Wh and an app, in steps of five minutes: what both use is known, and the policy sees the
/// battery and the counters only.
private struct Laptop {
  var device = TestDevice()
  var chance = Chance()
  private(set) var microwattHours: Int64 = Laptop.full
  private(set) var processor = Duration.zero
  private(set) var received: Int64 = 0
  private var isOnExternalPower = false

  static let full: Int64 = 50_000_000
  /// Watts at rest, with the app on screen, of a core; and what a byte takes, of the model's cost.
  static let truth = (rest: 3.0, screen: 2.0, core: 8.0, bytes: 0.5)

  init() {
    device.checksInvariants = false
    device.tell(.network(NetworkState(link: .wifi)))
    device.install("mail")
    report()
  }

  /// An hour in which the app is on screen for some of the steps, first, and works in them.
  mutating func hour(steps: Int, cores: Double, bytes: Int64) {
    for step in 0..<12 {
      if step == 0, steps > 0 { device.open("mail") }
      let isOnScreen = step < steps
      device.pass(.minutes(5))
      if isOnScreen {
        processor += .microseconds(Int64(cores * 300e6))
        received += bytes
      }
      let joules =
        (Laptop.truth.rest + (isOnScreen ? Laptop.truth.screen + Laptop.truth.core * cores : 0))
        * 300
        + (isOnScreen ? Laptop.truth.bytes * Double(bytes) * 1096e-9 : 0)
      drain(Int64(joules / 3600 * 1e6))
      report()
      if step + 1 == steps { device.home() }
    }
  }

  mutating func drain(_ spent: Int64) { microwattHours = max(0, microwattHours - spent) }

  /// An hour at the charger, which fills the battery.
  mutating func charge() {
    isOnExternalPower = true
    report()
    device.pass(.hours(1))
    microwattHours = Laptop.full
    isOnExternalPower = false
    report()
  }

  mutating func report() {
    reportBattery()
    device.report("mail", .measured(ResourceUsage(processor: processor, receivedBytes: received)))
  }

  mutating func reportBattery() {
    device.tell(
      .power(
        PowerState(
          isOnExternalPower: isOnExternalPower,
          batteryPercent: Int(microwattHours * 100 / Laptop.full),
          microwattHours: microwattHours
        )
      )
    )
  }

  /// Some days of use, at the charger whenever the battery is low.
  mutating func live(hours: Int) {
    for _ in 0..<hours {
      if microwattHours < 25_000_000 { charge() }
      let steps = Int(chance.next() * 13)
      let (cores, bytes) = (chance.next() * 1.5, Int64(chance.next() * 300e6))
      hour(steps: steps, cores: cores, bytes: bytes)
    }
  }

  var page: BatteryReport { page(isFitted: true) }

  func page(isFitted: Bool) -> BatteryReport {
    let question = BatteryQuestion(
      hours: 240,
      at: device.now,
      isFitted: isFitted,
      showsApp: { _ in true },
      showsOwner: { _ in true }
    )
    return device.device.batteryReport(question) { _ in nil }
  }

  var hoursOnBattery: Int {
    device.device.services.consumption.hoursOnBattery(until: device.now, at: device.now).count
  }
}

@Suite("The fit of the energy model to the ledger")
struct EnergyFitLedgerTests {
  private func lived(hours: Int = 120) -> Laptop {
    var laptop = Laptop()
    laptop.live(hours: hours)
    return laptop
  }

  @Test(
    "finds the costs of a machine whose true ones are known, and its page has the energy of them"
  )
  func found() throws {
    let laptop = lived()
    let page = laptop.page
    let fit = try #require(page.fit?.fit, "\(String(describing: page.fit))")
    let processor = try #require(fit.processor), rest = try #require(fit.rest)
    print(
      "torpor: fitted to \(fit.hours) hours of a battery (\(fit.hoursLeftOut) left out): an hour is predicted to "
        + "±\(fit.errorPermille) ‰; at rest \(rest.value) ±\(rest.error) mW of 3000, a core \(processor.value) "
        + "±\(processor.error) mW of 8000"
    )
    #expect(fit.hours >= 60 && fit.errorPermille < 100)
    #expect(abs(processor.value - 8000) <= 800 && abs(rest.value - 3000) <= 300)
    // What the app took in truth beside the display, within a tenth; by a phone's costs it would be a sixth of it.
    let seconds = Double(laptop.processor.microseconds) / 1e6
    let joules =
      seconds * Laptop.truth.core + Double(laptop.received) * 1096e-9 * Laptop.truth.bytes
    let shown = Double(page.apps.reduce(0) { $0 + $1.hours.total.nanojoules }) / 1e9
    #expect(abs(shown / joules - 1) < 0.1, "\(shown) J are shown of \(joules)")
    // For sums over times in which the fit changes.
    let plain = laptop.page(isFitted: false)
    #expect(plain.fit == nil)
    #expect(
      plain.apps.reduce(0) { $0 + $1.hours.total.nanojoules } < page.apps.reduce(0) {
        $0 + $1.hours.total.nanojoules
      } / 2
    )
  }

  @Test("adds up to the nanojoule: receipts to hours, hours to apps, apps to the total")
  func sums() throws {
    var laptop = lived()
    _ = laptop.device.beginTask("mail", "save")
    let page = laptop.page
    #expect(page.fit?.fit?.processor != nil)
    for hour in page.apps.flatMap(\.hours) {
      let runs = hour.runs.reduce(hour.apart.nanojoules) { $0 + $1.used.nanojoules }
      #expect(hour.offScreen.nanojoules == runs)
    }
    // Most first, at the fitted costs.
    let energies = page.apps.map(\.hours.total.nanojoules)
    #expect(energies == energies.sorted(by: >))
  }

  @Test("is the same after a restart, since it follows from what is kept")
  func restart() throws {
    let laptop = lived()
    let restored = try SavedCodec.decode(
      Device.self,
      from: try SavedCodec.encode(laptop.device.device)
    )
    let question = BatteryQuestion(
      hours: 24,
      at: laptop.device.now,
      showsApp: { _ in true },
      showsOwner: { _ in true }
    )
    let before = laptop.page.fit
    #expect(before?.fit != nil)
    #expect(restored.batteryReport(question) { _ in nil }.fit == before)
  }

  @Test("is from hours on the battery only: those with a charger in them say nothing")
  func charging() {
    var laptop = Laptop()
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    #expect(laptop.hoursOnBattery == 2)
    laptop.charge()
    #expect(laptop.hoursOnBattery == 2)
    laptop.hour(steps: 3, cores: 1, bytes: 0)
    #expect(laptop.hoursOnBattery == 3)
    #expect(laptop.page.fit == .tooFewHours(3))
  }

  @Test("leaves out hours in which nothing was read of the battery, or the machine slept")
  func gaps() {
    var laptop = Laptop()
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    laptop.device.pass(.hours(5))
    laptop.drain(2_000_000)
    laptop.report()
    #expect(laptop.hoursOnBattery == 1)
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    #expect(laptop.hoursOnBattery == 2)
    laptop.device.suspend(.minutes(30))
    laptop.device.pass(.minutes(30))
    laptop.drain(1_500_000)
    laptop.report()
    #expect(laptop.hoursOnBattery == 2)
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    #expect(laptop.hoursOnBattery == 3)
  }

  @Test("takes nothing from a battery that is empty: it gives what it does not report")
  func drained() {
    var laptop = Laptop()
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    #expect(laptop.hoursOnBattery == 1)
    laptop.device.pass(.minutes(30))
    laptop.drain(Laptop.full)
    laptop.report()
    laptop.hour(steps: 12, cores: 1, bytes: 0)
    laptop.hour(steps: 12, cores: 1, bytes: 0)
    #expect(laptop.hoursOnBattery == 1)
  }

  @Test(
    "leaves out hours in which the machine was off, or no daemon ran",
    arguments: [true, false]
  )
  func absence(isOff: Bool) {
    var laptop = Laptop()
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    #expect(laptop.hoursOnBattery == 1)
    // Half an hour later there is a little less in the battery.
    laptop.device.pass(.minutes(30))
    laptop.drain(100_000)
    let survivors = laptop.device.survivors
    laptop.device.tell(isOff ? .booted : .daemonRestarted(survivors: survivors))
    laptop.reportBattery()
    laptop.device.pass(.minutes(30))
    laptop.drain(1_500_000)
    laptop.reportBattery()
    #expect(laptop.hoursOnBattery == 1)
    for _ in 0..<12 {
      laptop.device.pass(.minutes(5))
      laptop.drain(250_000)
      laptop.reportBattery()
    }
    #expect(laptop.hoursOnBattery == 2)
  }

  @Test("leaves out an hour in which the gauge stood still")
  func stuckGauge() {
    var laptop = Laptop()
    laptop.hour(steps: 6, cores: 1, bytes: 0)
    for _ in 0..<12 {
      laptop.device.pass(.minutes(5))
      laptop.report()
    }
    #expect(laptop.hoursOnBattery == 1)
  }

  @Test("has as a sum that does not fit the largest that does, and does not trap")
  func largest() {
    var full = Consumption()
    full.nanojoules = Int64.max - 1
    #expect((full + full).nanojoules == Int64.max)
  }

  @Test(
    "does not see an hour before all that was used in it is read, and waits a day for that at most"
  )
  func unread() {
    var laptop = Laptop()
    laptop.device.install("maps")
    laptop.device.open("maps")
    for _ in 0..<23 { laptop.hour(steps: 0, cores: 0, bytes: 0) }
    // maps runs, and its counters are never read.
    #expect(laptop.page.fit == .tooFewHours(0))
    for _ in 0..<5 {
      if laptop.microwattHours < 10_000_000 { laptop.charge() }
      laptop.hour(steps: 0, cores: 0, bytes: 0)
    }
    guard case .tooFewHours(let hours) = laptop.page.fit, hours == 0 else { return }
    Issue.record("no hour is seen: \(String(describing: laptop.page.fit))")
  }

  @Test("is not there on a machine without a battery, nor with one that reports no energy")
  func noEnergy() {
    var device = TestDevice()
    func fit() -> EnergyFit.Outcome? {
      let question = BatteryQuestion(
        hours: 24,
        at: device.now,
        showsApp: { _ in true },
        showsOwner: { _ in true }
      )
      return device.device.batteryReport(question) { _ in nil }.fit
    }
    #expect(fit() == nil)
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 80)))
    device.pass(.hours(1))
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 70)))
    #expect(fit() == nil)
  }

  @Test(
    "has the counters of what runs read with each step of the battery, and with none at the charger"
  )
  func readings() {
    var device = TestDevice()
    device.install("mail")
    device.install("maps")
    device.open("maps")
    device.home()
    device.open("mail")
    func orders() -> Int {
      device.count {
        if case .measureUsage = $0 { true } else { false }
      }
    }
    let before = orders()
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 80)))
    #expect(orders() == before + device.running)
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 80)))
    #expect(orders() == before + device.running)
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 81)))
    #expect(orders() == before + device.running)
  }
}

extension TestDevice {
  /// How many apps have a process that runs.
  fileprivate var running: Int {
    device.apps.records.count {
      [.active, .inactive, .background].contains($0.process.applicationState)
    }
  }
}
