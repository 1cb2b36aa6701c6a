import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("What is kept of what apps use")
struct KeptConsumptionTests {
  /// A command of a user, as `torpor run` begins it.
  private func run(_ name: String, of owner: UInt32?, on device: inout TestDevice) {
    var manifest = AppManifest(
      identifier: device.app(name),
      isCooperative: false,
      isTransient: true
    )
    manifest.ownerUserID = owner
    device.user(.run(manifest: manifest))
  }

  /// Runs it for a minute.
  private func runToItsEnd(_ name: String, of owner: UInt32?, on device: inout TestDevice) {
    run(name, of: owner, on: &device)
    device.pass(.minutes(1))
    device.report(name, .measured(ResourceUsage(processor: .seconds(3))))
    device.report(name, .exited(status: .exited(status: 0)))
  }

  private func report(_ device: TestDevice, of owner: UInt32?) -> BatteryReport {
    let question = BatteryQuestion(
      hours: 240,
      at: device.now,
      showsApp: { device.device.apps[$0]?.manifest.ownerUserID == owner },
      showsOwner: { $0 == owner }
    )
    return device.device.batteryReport(question) { _ in nil }
  }

  @Test("is that of commands that have ended, with their names, for those whose they were")
  func endedCommands() throws {
    var device = TestDevice()
    runToItsEnd("render", of: 501, on: &device)
    #expect(device.device.apps[device.app("render")] == nil)
    let row = try #require(report(device, of: 501).apps.first)
    #expect(row.app == device.app("render"))
    #expect(row.hours.total.processorMicroseconds == 3_000_000)
    #expect(row.hours.total.timeMicroseconds == 60_000_000)
    #expect(report(device, of: 502).apps.isEmpty)
    #expect(report(device, of: 502).removed.isEmpty)
    #expect(device.broken == [])
  }

  @Test(
    "continues when a command of the same name and owner runs again, and never for another owner"
  )
  func runsAgain() throws {
    var device = TestDevice()
    runToItsEnd("render", of: 501, on: &device)
    device.pass(.hours(2))
    runToItsEnd("render", of: 501, on: &device)
    let row = try #require(report(device, of: 501).apps.first)
    #expect(row.hours.total.processorMicroseconds == 6_000_000)
    #expect(row.hours.total.timeMicroseconds == 120_000_000)
    runToItsEnd("render", of: 502, on: &device)
    #expect(report(device, of: 501).apps.isEmpty)
    #expect(report(device, of: 501).removed.total.processorMicroseconds == 6_000_000)
    #expect(report(device, of: 502).apps.map(\.hours.total.processorMicroseconds) == [3_000_000])
    #expect(device.broken == [])
  }

  @Test("of commands has no more names than ends are remembered, and all of the sums")
  func boundedNames() {
    var device = TestDevice()
    device.checksInvariants = false
    let count = ConsumptionService.departedOfOwnerMax + 3
    for index in 0..<count { runToItsEnd("render\(index)", of: 501, on: &device) }
    let found = report(device, of: 501)
    #expect(found.apps.count == ConsumptionService.departedOfOwnerMax)
    #expect(!found.apps.contains { $0.app == device.app("render0") })
    let sum = found.apps.reduce(found.removed.total) { $0 + $1.hours.total }
    #expect(sum.processorMicroseconds == Int64(count) * 3_000_000)
    #expect(device.device.brokenInvariants() == [])
  }

  @Test("of a command is forgotten with its last hour")
  func endedLongAgo() {
    var device = TestDevice()
    runToItsEnd("render", of: 501, on: &device)
    device.pass(.days(11))
    runToItsEnd("other", of: 501, on: &device)
    #expect(report(device, of: 501).apps.map(\.app) == [device.app("other")])
    #expect(device.device.services.consumption.apps.apps == [device.app("other")])
  }

  @Test("of removed apps are sums for each owner, which only that owner is shown")
  func removedApps() {
    var device = TestDevice()
    for (name, owner) in [("mail", UInt32(501)), ("maps", 502)] {
      var manifest = AppManifest(identifier: device.app(name))
      manifest.ownerUserID = owner
      device.user(.install(manifest: manifest, settings: AppSettings(), replaces: false))
      device.open(name)
      device.pass(.minutes(name == "mail" ? 1 : 2))
    }
    device.home()
    for name in ["mail", "maps"] { device.user(.uninstall(app: device.app(name))) }
    #expect(report(device, of: 501).removed.onScreen.timeMicroseconds == 60_000_000)
    #expect(report(device, of: 502).removed.onScreen.timeMicroseconds == 120_000_000)
    #expect(device.broken == [])
  }

  @Test("is the same after it was saved")
  func saved() throws {
    var device = TestDevice()
    runToItsEnd("render", of: 501, on: &device)
    runToItsEnd("nobody", of: nil, on: &device)
    device.install("mail")
    device.open("mail")
    device.pass(.minutes(1))
    device.user(.uninstall(app: device.app("mail")))
    let ledger = device.device.services.consumption
    let bytes = try SavedCodec.encode(ledger.saved)
    #expect(ConsumptionService(try SavedCodec.decode(SavedConsumption.self, from: bytes)) == ledger)
  }

  // MARK: Room

  /// A ledger in which each app has so many hours, of 13 rows each, from the first one on.
  private func ledger(_ hoursOfApps: KeyValuePairs<String, Int>) -> ConsumptionService {
    var ledger = ConsumptionService()
    for (name, count) in hoursOfApps {
      ledger.apps.change(TestDevice().app(name)) { consumption in
        for hour in 0..<count {
          let begin = Instant.zero + .hours(hour)
          consumption.change(begin) { hour in
            hour.onScreen.timeMicroseconds = 1
            for run in 0..<ConsumptionHour.runsMax {
              hour.changeRun(began: begin + .seconds(run)) { $0.used.timeMicroseconds = 1 }
            }
          }
        }
      }
    }
    return ledger
  }

  @Test("loses the oldest hours of the owner who has most, and nothing of the others")
  func fairRoom() {
    let app = TestDevice().app
    var ledger = ledger(["flood1": 20, "flood2": 20, "small": 20])
    #expect(ledger.rows == 60 * 13)
    ledger.makeRoom(rowsMax: 40 * 13) { $0 == app("small") ? 502 : 501 }
    #expect(ledger.rows == 40 * 13)
    #expect(ledger[app("small")].hours.count == 20)
    #expect(ledger[app("flood1")].hours.count == 10)
    #expect(ledger[app("flood1")].hours.first?.begin == .at(.hours(10)))
    #expect(ledger[app("flood2")].hours.count == 10)
    // Whose hours were forgotten is told from when on all are there.
    #expect(ledger.removed.map(\.ownerUserID) == [501])
    #expect(ledger.removed.map(\.lostUntil) == [.at(.hours(10))])
    // From there on both have as much.
    ledger.makeRoom(rowsMax: 20 * 13) { $0 == app("small") ? 502 : 501 }
    #expect(ledger.rows <= 20 * 13)
    #expect((9...11).contains(ledger[app("small")].hours.count))
  }

  @Test("takes 4 to 6 MB of a snapshot when it is full")
  func size() throws {
    var used = Consumption()
    used.timeMicroseconds = 300_000_000
    used.processorMicroseconds = 12_000_000
    used.transferred.wifi = 1_000_000
    used.receivedBytes = 5_000_000
    used.sentBytes = 400_000
    used.readBytes = 100_000
    used.writtenBytes = 100_000
    used.nanojoules = 15_000_000_000
    var ledger = ledger([
      "one": 219, "two": 219, "three": 219, "four": 219, "five": 219, "six": 219, "seven": 219,
    ])
    for app in ledger.apps.apps {
      ledger.apps.change(app) { consumption in
        for hour in consumption.hours.indices {
          consumption.hours[hour].onScreen = used
          for run in consumption.hours[hour].runs.indices {
            consumption.hours[hour].runs[run].used = used
            consumption.hours[hour].runs[run].wakes.note(.silentPush, times: 3)
            consumption.hours[hour].runs[run].note([.backgroundTask, .locationUpdates])
          }
        }
      }
    }
    #expect((19_900...ConsumptionService.rowsMax).contains(ledger.rows))
    let bytes = try SavedCodec.encode(ledger.saved)
    #expect((4_000_000..<6_000_000).contains(bytes.count))
  }

  @Test("keeps all where it is not too much")
  func enoughRoom() {
    var ledger = ledger(["mail": 20])
    let before = ledger
    ledger.makeRoom(rowsMax: ConsumptionService.rowsMax) { _ in 501 }
    #expect(ledger == before)
  }
}
