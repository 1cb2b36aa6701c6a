import Testing
import TorporCore
import TorporDaemon
import TorporModel
import TorporText
import TorporWire

@testable import TorporSimulator

@Suite("Replay")
struct ReplayTests {
  @Test(
    "the same policy decides the same over whole lives, with deaths of the daemon, lost power and full disks",
    arguments: RecordedLives.seeds
  )
  func decidesTheSame(seed: UInt64) throws {
    let report = try RecordedLives.file(seed).replay()
    #expect(report.exact.departureCount == 0, "\(report.exact.departures.prefix(2))")
    #expect(report.exact.equalCheckCount == report.exact.checkCount)
    #expect(report.exact.inputCount > 100 && report.exact.decisionCount > 0)
    #expect(!report.isTorn)
  }

  @Test(
    "a second device with the same settings does the same, without anything assumed",
    arguments: RecordedLives.seeds
  )
  func followsWithoutChanges(seed: UInt64) throws {
    let file = RecordedLives.file(seed)
    let source = try file.source()
    var exact = ExactReplay(measuresUse: true)
    var other: OtherDevice?
    var difference = DecisionDifference(rowsMax: 5)
    var used = UseTable()
    func end(at moment: Instant?) {
      guard let moment else { return }
      other?.readUse(at: moment)
      used += other?.use.sum ?? UseTable()
      #expect(other?.tally.assumedCalls ?? 0 == 0)
      #expect(other?.tally.unknownCalls ?? 0 == 0)
      #expect(other?.tally.assumedRuns ?? 0 == 0)
    }
    while let line = try source.next() {
      guard case .turn(let turn) = line else {
        let last = exact.device?.now
        if exact.take(line), let device = exact.device {
          end(at: last)
          other = OtherDevice(device, DeviceChanges(), habits: Habits())
        }
        continue
      }
      other?.advance(to: turn, recordedWakeup: exact.device?.nextWakeup)
      var orders: [HostOrder] = []
      exact.take(turn) { input, frozen, effects in
        orders += other?.follow(input, frozen: frozen, effects, at: turn.at) ?? []
      }
      other?.finish(orders, at: turn.at)
      for decision in turn.decisions { difference.take(decision, isRecorded: true) }
      for decision in other?.decisions ?? [] { difference.take(decision, isRecorded: false) }
      other?.decisions.removeAll()
      difference.advance(to: turn.at)
    }
    difference.advance(to: nil)
    end(at: exact.device?.now)
    exact.readUse()
    #expect(difference.isEmpty, "\(difference.rows)")
    #expect(difference.recordedCount == difference.otherCount)
    #expect(used == exact.use?.sum, "both have used the same")
    #expect(difference.recordedCount > 0)
  }

  @Test("with background refresh off no app is woken for a refresh")
  func anotherSetting() throws {
    var changes = ReplayChanges()
    changes.settings = [Control.ChangeSetting(backgroundRefresh: .off)]
    changes.words = ["backgroundRefresh=off"]
    var recorded = 0
    let scenario = try ScenarioLoader.load(text: ReplaySumTests.fetching, file: "fetching.yaml")
    let fetching = RecordedFile(ScenarioRun(scenario, isRecorded: true).recording)
    for file in RecordedLives.seeds.map(RecordedLives.file) + [fetching] {
      let report = try file.replay(changes)
      let other = try #require(report.other)
      #expect(report.exact.isExact)
      for (key, counts) in other.difference.wakes where key.reason == "backgroundFetch" {
        recorded += counts.recorded
        #expect(counts.other == 0, "\(key)")
      }
    }
    #expect(recorded > 0, "no life has a fetch: the test shows nothing")
  }

  @Test("without an app nothing is decided about it, and it uses nothing")
  func withoutAnApp() throws {
    let file = RecordedLives.file(1)
    let device = try #require(try file.replay().exact.device)
    let app = try #require(device.apps.records.map(\.identifier).sorted().first)
    var changes = ReplayChanges()
    changes.without = [app.text]
    changes.words = ["no \(app)"]
    let other = try #require(try file.replay(changes).other)
    #expect(other.difference.wakes.allSatisfy { $0.key.app != app || $0.value.other == 0 })
    #expect(other.difference.rows.allSatisfy { $0.decision.app != app || $0.isRecorded })
    #expect(other.used.apps[app] == nil)
    #expect(other.difference.onlyRecorded > 0)
  }

  @Test("an app that is not in the recording is refused, with those that are")
  func unknownApp() throws {
    var changes = ReplayChanges()
    changes.without = ["com.example.nobody"]
    let failure = #expect(throws: ReplayFailure.self) {
      _ = try RecordedLives.file(1).replay(changes)
    }
    let sentence = failure?.sentence ?? ""
    #expect(
      sentence.hasPrefix("No app 'com.example.nobody' is in the recording; it has ")
    )
  }

  @Test("of a file whose last line was cut off everything before it is used")
  func tornFile() throws {
    let seed = RecordedLives.seeds[0]
    let whole = SeedRun(seed: seed, isRecorded: true).recording
    let report = try RecordedFile(Array(whole.dropLast(7))).replay()
    #expect(report.isTorn)
    #expect(report.exact.isExact)
    let lines = ReplayText(report, clock: .withoutDaemon).lines
    #expect(lines.contains("Its last line was cut off: everything before it is used."))
  }

  @Test("files that are no recording, are newer, or damaged are refused with the reason")
  func refusals() throws {
    func sentence(_ text: String) -> String {
      do {
        _ = try RecordedFile(Array(text.utf8)).replay()
        return "accepted"
      } catch let failure as ReplayFailure {
        return failure.sentence.replacing(#/'/tmp/[^']*'/#, with: "FILE")
      } catch {
        return "\(error)"
      }
    }
    let other = sentence("[Desktop Entry]\n")
    #expect(other.hasPrefix("FILE is not a recording: ") && other.contains("torpor record start"))
    #expect(sentence("").hasPrefix("FILE is empty, or only the beginning of a recording: "))
    let header =
      #"{"header":{"at":0,"build":"9","bytesMax":1,"daysMax":1,"format":12,"sequence":0,"version":1,"wallNanoseconds":0}}"#
    let newer = sentence(header.replacing(#""version":1"#, with: #""version":2"#) + "\n")
    #expect(
      newer
        == "FILE was recorded by a newer Torpor: it has version 2, and this build reads 1. Use the version that "
        + "recorded it, or a later one."
    )
    let state = #"{"state":{"at":0,"device":{},"format":99,"sequence":0,"wallNanoseconds":0}}"#
    #expect(sentence(header + "\n" + state + "\n").contains("its records have format 99"))
    let damaged = sentence(header + "\n{\"turn\":\n{}\n")
    #expect(damaged.hasPrefix("FILE is damaged at line 2: ") && damaged.contains("head -n 1"))
    #expect(sentence(header + "\n") != "accepted")
    let missing = #expect(throws: ReplayFailure.self) { _ = try RecordingSource("/nowhere/at/all") }
    #expect(missing?.sentence.hasPrefix("'/nowhere/at/all' cannot be read: No such file") == true)
  }

  @Test("the report names what is different, and says what is assumed")
  func text() throws {
    var changes = ReplayChanges()
    changes.settings = [Control.ChangeSetting(profile: .ios3)]
    changes.words = ["profile=ios3"]
    let report = try RecordedLives.file(2).replay(changes)
    let lines = ReplayText(report, clock: .withoutDaemon).lines
    #expect(lines[0].hasPrefix("Recorded: 2026-03-02 "))
    #expect(lines.contains("With profile=ios3:"))
    #expect(lines.contains("Energy is estimated by the model on both sides."))
    #expect(lines.contains { $0.hasPrefix("wakes ") })
    #expect(lines.contains { $0.hasPrefix("Differing decisions, the first 20 of ") })
    #expect(report.json["otherPolicy"]?["changes"]?.elements == [.string("profile=ios3")])
    #expect(report.json["samePolicy"]?["isExact"]?.flag == true)
  }

  @Test("another setting of an app leaves its other settings to the user's own changes")
  func onlyThatKey() throws {
    var device = Device(DeviceConfiguration(profile: .linux), at: .zero)
    let app = try #require(AppIdentifier("com.example.mail"))
    _ = device.handle(
      .user(
        action: .install(
          manifest: AppManifest(identifier: app, name: "Mail"),
          settings: AppSettings(),
          replaces: false
        ),
        id: nil
      ),
      at: .zero
    )
    var changes = DeviceChanges()
    changes.apps[app] = [Control.ChangeSetting(app: app.text, backgroundRefresh: .off)]
    var other = OtherDevice(device, changes, habits: Habits())
    #expect(other.device.apps[app]?.settings.backgroundRefresh == .off)
    var later = AppSettings()
    later.allowsNotifications.toggle()
    let change = Input.user(
      action: .change(setting: .appSettings(app: app, settings: later)),
      id: nil
    )
    _ = other.follow(change, frozen: [], [], at: .at(.seconds(1)))
    #expect(other.device.apps[app]?.settings.backgroundRefresh == .off)
    #expect(other.device.apps[app]?.settings.allowsNotifications == later.allowsNotifications)
  }
}
