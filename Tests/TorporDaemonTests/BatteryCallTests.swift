import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("What the daemon tells of what apps use")
struct BatteryCallTests {
  private static let energy = Meters.ProcessorEnergy(
    nanojoules: 5_000_000_000,
    length: .seconds(30),
    age: .seconds(20),
    mayBeMore: false,
    counted: 1,
    packages: 2
  )

  private func battery(
    _ daemon: TestDaemon,
    of app: String? = nil,
    user: UInt32 = 500
  ) throws -> BatteryStatus {
    try daemon.control(Control.DescribeBattery(app: app), user: user).battery
  }

  private func text(_ figure: String, _ battery: BatteryStatus) -> String? {
    battery.sources.first { $0.figure == figure }?.text
  }

  @Test("is of a user's own apps, and of all for those who may change the device")
  func isolation() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("mine", user: 501)
    _ = try daemon.run("yours", user: 502)
    daemon.pass(.minutes(1))
    #expect(try battery(daemon, user: 501).apps.map(\.app?.text) == ["run.mine"])
    #expect(try battery(daemon, user: 502).apps.map(\.app?.text) == ["run.yours"])
    #expect(try Set(battery(daemon).apps.map(\.app?.text)) == ["run.mine", "run.yours"])
    let own = try battery(daemon, user: 501)
    #expect(own.apps.first?.sharePermille == (own.total.nanojoules > 0 ? 1000 : 0))
    let connection = daemon.connect(user: 501)
    let others = Control.DescribeBattery(app: "run.yours")
    let refusal = try daemon.call(others.varlinkCall, on: connection)
    #expect(refusal.map(\.error) == ["io.torpor.Control.UnknownApp"])
  }

  @Test("is kept of a command that has ended, for its user, by its name")
  func ended() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("mine", user: 501)
    daemon.pass(.minutes(1))
    daemon.kernel.end(launch, .exited(status: 0))
    daemon.driver.turn()
    let all = try battery(daemon, user: 501)
    #expect(all.apps.map(\.app?.text) == ["run.mine"])
    let one = try battery(daemon, of: "run.mine", user: 501)
    #expect(one.apps == all.apps)
    #expect(one.total == all.total)
    #expect(try battery(daemon, user: 502).apps.isEmpty)
  }

  @Test("keeps its name when another user runs a command that is called so")
  func sameName() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("make", user: 501)
    daemon.pass(.minutes(1))
    daemon.kernel.end(launch, .exited(status: 0))
    daemon.driver.turn()
    _ = try daemon.run("make", user: 502)
    daemon.pass(.minutes(1))
    #expect(try battery(daemon, user: 501).apps.map(\.app?.text) == ["run.make"])
    #expect(try battery(daemon, user: 502).apps.map(\.app?.text) == ["run.make-2"])
    // Its own user continues with it.
    _ = try daemon.run("make", user: 501)
    #expect(try battery(daemon, user: 501).apps.map(\.app?.text) == ["run.make"])
  }

  @Test("is a sum of the apps that a user has removed, for that user")
  func removed() throws {
    let daemon = try TestDaemon()
    let install = Control.Install(
      manifest: AppManifest(identifier: AppIdentifier("org.mail")!),
      executable: "/bin/sh",
      arguments: ["sh"],
      workingDirectory: "/"
    )
    _ = try daemon.control(install, user: 501)
    _ = try daemon.control(Control.Launch(app: "org.mail"), user: 501)
    daemon.pass(.minutes(1))
    _ = try daemon.control(Control.Uninstall(app: "org.mail"), user: 501)
    daemon.driver.turn()
    let rows = try battery(daemon, user: 501).apps
    #expect(rows.map(\.app) == [nil])
    #expect((rows.first?.onScreen.time ?? .zero) > .zero)
    #expect(try battery(daemon, user: 502).apps.isEmpty)
    #expect(try battery(daemon).apps.map(\.app) == [nil])
  }

  @Test("has with an app the sums of that app, and its share of all")
  func oneApp() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("first", user: 501)
    _ = try daemon.run("second", user: 501)
    daemon.pass(.minutes(1))
    let page = try battery(daemon, of: "run.first", user: 501)
    let row = try #require(page.apps.first)
    #expect(page.apps.count == 1)
    // What the other one uses is read, too.
    let all = try battery(daemon, user: 501).apps
    #expect(all.contains(row))
    #expect(page.total.time == row.onScreen.time + row.offScreen.time)
    let hours = page.hours.reduce(Duration.zero) { $0 + $1.onScreen.time + $1.offScreen.time }
    #expect(hours == page.total.time)
  }

  @Test(
    "has the processors' energy for root and the daemon's user alone, with what is missing of it"
  )
  func processors() throws {
    var meters = Meters()
    meters.processorEnergy = Self.energy
    let daemon = try TestDaemon(meters: meters)
    daemon.pass(.minutes(1))
    let page = try battery(daemon)
    #expect(page.packageNanojoules == 5_000_000_000)
    #expect(page.packageUntil.map { page.at - $0 } == .seconds(20))
    #expect(page.packageBegan.map { page.at - $0 } == .seconds(50))
    #expect(
      text("package", page)
        == "The processors count their own energy (RAPL), read once a minute at most; 1 of 2 packages can be read."
    )
    let other = try battery(daemon, user: 501)
    #expect(other.packageNanojoules == nil)
    #expect(other.packageBegan == nil)
    #expect(
      text("package", other)
        == "The energy of the processors is shown to root only, because it reveals what they compute (CVE-2020-8694)."
    )
  }

  @Test("says of each figure where it comes from, and of what is missing why")
  func sources() {
    var meters = Meters()
    func text(_ figure: String, _ power: PowerState? = nil) -> String? {
      BatterySources.rows(power, meters, nil, showsProcessors: true).first { $0.figure == figure }?
        .text
    }
    func power(_ microwattHours: Int64?, isEstimated: Bool? = nil) -> PowerState {
      PowerState(
        isOnExternalPower: false,
        batteryPercent: 50,
        microwattHours: microwattHours,
        isEnergyEstimated: isEstimated
      )
    }
    #expect(
      text("network")
        == "Bytes that apps move by their own sockets are not counted, so a data allowance counts only "
        + "those of transfers: the host does not count it."
    )
    #expect(
      text("disk")
        == "Bytes read from disks and written to them are not counted: the host does not count it."
    )
    #expect(text("package") == "Processor energy is not available: the host does not count it.")
    #expect(
      text("transfers")
        == "The transfer service counts the bytes that it moves for each app; downloads of `torpor download` belong to no app."
    )
    #expect(
      text("battery")
        == "This machine has no battery: it counts as being on external power, where nothing waits for an energy allowance."
    )
    #expect(text("battery", power(nil)) == "The battery reports its percentage, but no energy.")
    #expect(text("battery", power(9)) == "The battery reports its energy.")
    #expect(
      text("battery", power(9, isEstimated: true))
        == "The energy of the battery is an estimate: the charge that it reports, at the voltage it was designed for."
    )
    meters.networkUnavailableReason = nil
    meters.diskUnavailableReason = nil
    meters.processorEnergyUnavailableReason = nil
    meters.processorEnergy = Meters.ProcessorEnergy(
      nanojoules: 1,
      length: .seconds(1),
      age: .zero,
      mayBeMore: true,
      counted: 1,
      packages: 1
    )
    #expect(
      text("package")
        == "The processors count their own energy (RAPL), read once a minute at most; the true value may be higher: a counter may have wrapped unnoticed, or been reset during sleep."
    )
    let rows = BatterySources.rows(power(9), meters, nil, showsProcessors: true)
    #expect(rows.filter { !$0.isMeasured }.map(\.figure) == ["energy"])
    #expect(rows.allSatisfy { $0.text.hasSuffix(".") })
  }
}
