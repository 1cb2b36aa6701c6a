import Testing
import TorporModel
import TorporText
import TorporWire

@testable import torpor

@Suite("The live view of apps")
struct TopBoardTests {
  /// An app of which the processes have used that much.
  private static func app(
    _ name: String,
    launch: UInt64 = 3,
    _ state: ApplicationState = .active,
    used: Duration?,
    footprintBytes: Int64? = 10_485_760
  ) -> AppStatus {
    var status = Samples.app(name, state, footprintBytes: footprintBytes)
    status.launch = state == .notRunning ? nil : LaunchIdentifier(rawValue: launch)
    status.processorTime = used
    status.processID = state == .notRunning ? nil : Int32(4000 + launch)
    return status
  }

  private static func sample(_ apps: [AppStatus], at moment: Instant = Samples.now) -> AppSample {
    var device = DeviceStatus(
      at: moment,
      wallMicroseconds: Samples.wallMicroseconds + (moment - Samples.now).microseconds,
      profile: .linux,
      isLocked: false,
      hasPasscode: false,
      backgroundRefresh: .on,
      lowPowerMode: false,
      appCount: apps.count,
      runningCount: apps.count,
      suspendedCount: 0,
      sequence: 7
    )
    device.memoryAvailableBytes = 3_221_225_472
    device.memoryTotalBytes = 8_589_934_592
    device.isOnExternalPower = false
    device.batteryPercent = 83
    return AppSample(apps: apps, device: device)
  }

  private static func lines(
    _ sample: AppSample,
    since previous: AppSample? = nil,
    rows: Int? = nil
  ) -> [String] {
    TopBoard.lines(
      sample,
      since: previous,
      processorCount: 2,
      Samples.clock,
      Style(isColored: false),
      columns: 100,
      rows: rows
    )
  }

  @Test("has what uses the processor most above, in shares of one processor since the look before")
  func busiestFirst() {
    let before = Self.sample(
      [
        Self.app("calm", used: .milliseconds(500)),
        Self.app("busy", launch: 4, used: .seconds(60)),
      ],
      at: Samples.now - .seconds(2)
    )
    let now = Self.sample([
      Self.app("calm", used: .milliseconds(508)),
      Self.app("busy", launch: 4, .background, used: .seconds(63)),
    ])
    #expect(
      Self.lines(now, since: before) == [
        "04:00:00  1 on screen, 1 in the background; apps use 1.5 of 2 processors",
        "3.0 GiB of 8.0 GiB memory available; battery power, battery 83%",
        "NAME   PID  STATE        CPU     TIME  MEMORY  HELD BY",
        "busy  4004  background  150%  1:03.00  10 MiB  -",
        "calm  4003  active      0.4%  0:00.50  10 MiB  -",
      ]
    )
  }

  @Test("shows no shares at the first look, and then has the largest above")
  func firstLook() {
    let lines = Self.lines(
      Self.sample([
        Self.app("small", used: .seconds(1), footprintBytes: 1024),
        Self.app("large", launch: 4, used: .seconds(1)),
      ])
    )
    #expect(lines[0] == "04:00:00  2 on screen")
    #expect(lines[3].hasPrefix("large  4004  active    -"))
  }

  @Test("counts everything for an app that was launched since, and nothing of its earlier process")
  func newProcess() {
    let before = Self.sample(
      [Self.app("mail", launch: 3, used: .seconds(900))],
      at: Samples.now - .seconds(2)
    )
    let now = Self.sample([Self.app("mail", launch: 8, used: .milliseconds(200))])
    #expect(Self.lines(now, since: before)[3].contains("10%  0:00.20"))
  }

  @Test("counts apps that do not run, and has no line for them")
  func notRunning() {
    let lines = Self.lines(Self.sample([Self.app("mail", .notRunning, used: nil)]))
    #expect(lines[0] == "04:00:00  1 not running")
    #expect(lines.last == "No running apps.")
  }

  @Test("fits the screen, and says how many apps do not")
  func fits() {
    let apps = (1...9).map { Self.app("app\($0)", launch: UInt64($0), used: .zero) }
    let lines = Self.lines(Self.sample(apps), rows: 8)
    #expect(lines.count == 8)
    #expect(lines.last == "5 more not shown")
  }

  @Test(
    "has fewer columns on a narrow screen, and no line is broken",
    arguments: [34, 42, 54, 70, 100]
  )
  func narrow(columns: Int) {
    var app = Self.app("an-app-with-a-rather-long-name", .background, used: .seconds(751))
    app.heldBy = [Samples.upload]
    let lines = TopBoard.lines(
      Self.sample([app]),
      since: nil,
      processorCount: 2,
      Samples.clock,
      Style(isColored: false),
      columns: columns,
      order: TopOrder()
    )
    #expect(lines.map(\.count).max() ?? 0 <= columns)
    #expect(lines[2].hasPrefix("NAME"))
    #expect(lines[3].contains("background"))
  }

  @Test("shows the apps alone on a screen of a few lines")
  func smallScreen() {
    let apps = (1...9).map { Self.app("app\($0)", launch: UInt64($0), used: .zero) }
    let lines = Self.lines(Self.sample(apps), rows: 3)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("NAME"))
    #expect(lines[2] == "8 more not shown")
  }

  @Test(
    "writes processor time as other tools do",
    arguments: [
      (Duration.milliseconds(4270), "0:04.27"), (.seconds(751), "12:31"),
      (.seconds(10_931), "3:02:11"),
      (.zero, "0:00.00"),
    ]
  )
  func time(used: Duration, text: String) { #expect(TopBoard.time(used) == text) }
}
