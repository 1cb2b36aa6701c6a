import Glibc
import Testing
import TorporCore
import TorporDaemon
import TorporModel
import TorporWire

@testable import TorporSimulator

/// Texts are replaced wherever they stand; numbers are not, and each was decided about.
@Suite("What is exported of a recording")
struct ExportedFieldTests {
  static func golden(_ name: String) throws -> [String] {
    let here = #filePath.split(separator: "/").map(String.init)
    let path = "/" + here.dropLast(3).joined(separator: "/") + "/Golden/" + name
    let file = try #require(fopen(path, "r"), "\(path)")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func names(a words: Set<String>, in type: String) -> Bool {
    !words.isDisjoint(with: type.split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  @Test(
    "is decided for every number that is saved: a new one has to be entered in Tests/Golden/exported-numbers.txt"
  )
  func everyNumber() throws {
    let numbers: Set<String> = [
      "Int", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    ]
    var saved: [String] = []
    var positional: [String] = []
    var type = ""
    func close() {
      if positional.contains(where: { Self.names(a: numbers.union(["String"]), in: $0) }) {
        saved.append("\(type) = \(positional.joined(separator: " "))")
      }
      positional = []
    }
    for line in try Self.golden("shape.txt") where !line.hasPrefix("format ") {
      guard line.hasPrefix("  ") else {
        close()
        type = line
        continue
      }
      if line.hasPrefix("  = ") {
        positional.append(String(line.dropFirst(4)))
      } else if let colon = line.firstIndex(of: ":"),
        Self.names(a: numbers, in: String(line[colon...]))
      {
        saved.append(type + "." + line[..<colon].dropFirst(2).replacing("?", with: ""))
      }
    }
    close()
    let decided = try Self.golden("exported-numbers.txt").map {
      $0.split(separator: " ", maxSplits: 1)
    }
    #expect(decided.allSatisfy { ["kept", "replaced"].contains(String($0[0])) })
    #expect(Set(saved).subtracting(decided.map { String($0[1]) }) == [], "not decided")
    #expect(Set(decided.map { String($0[1]) }).subtracting(saved) == [], "of the past")
    #expect(saved.count > 200)
  }

  @Test("has nothing of secrets in every kind of input, be they in the state or in turns")
  func secrets() throws {
    let bytes = try Self.recording()
    let plain = String(decoding: bytes, as: UTF8.self)
    let (exported, report, _) = try RecordedFile(bytes).exported()
    let text = String(decoding: exported, as: UTF8.self)
    for secret in Self.secrets {
      #expect(plain.contains(secret), "'\(secret)' was not planted: the test shows nothing")
      #expect(!text.lowercased().contains(secret.lowercased()), "'\(secret)' is in the export")
    }
    #expect(report.changedCount == 0)
    #expect(report.numberCounts == [.user: 1, .server: 1, .beacon: 2])
    #expect(report.placeCount == 2)
    let replayed = try RecordedFile(exported).replay().exact
    #expect(replayed.isExact && replayed.checkCount > 0)
    #expect(replayed.inputCount == Self.inputs.count)
  }

  private static let secrets = [
    "secretapp", "diary", "SecretName", "SecretTitle", "SecretBody", "SecretPayload",
    "secret-notification", "secret.task", "/home/secret", "SecretJob", "secret-command",
    "SecretAccessory", "SecretSerial", "SecretReason", "SecretRegion", "secret-session",
    "52.123456", "13.654321", "Secret Bus", "SecretChannel", "SecretToken", "SecretKey",
    "173,202,222", "424242", "1140912528", "40961", "40962", "277.5", "123.25",
    "e2c56db5-dffb-48d2-b060-d0f5a71096e0",
  ]

  private static let place = Coordinate(latitude: 52.123_456, longitude: 13.654_321)

  /// Half of it is in the state, half in turns.
  private static func recording() throws -> [UInt8] {
    var device = Device(DeviceConfiguration(profile: .linux), at: .zero)
    let header = RecordingHeader(
      at: .zero,
      build: "0.1.0",
      bytesMax: 1 << 20,
      daysMax: 1,
      sequence: 0,
      wallNanoseconds: 0
    )
    var lines: [RecordingLine] = [.header(header)]
    func state(after sequence: Int, at now: Instant) {
      lines.append(
        .state(
          RecordedState(at: now, device: device, sequence: UInt64(sequence), wallNanoseconds: 0)
        )
      )
    }
    state(after: 0, at: .zero)
    for (index, input) in inputs.enumerated() {
      let now = Instant.zero + .seconds(index + 1)
      let decisions = device.handle(input, at: now).decisions
      lines.append(
        .turn(
          RecordedTurn(
            at: now,
            decisions: decisions,
            inputs: [input],
            sequence: UInt64(index + 1),
            wallNanoseconds: 0
          )
        )
      )
      if index % 7 == 6 { state(after: index + 1, at: now) }
    }
    return try lines.flatMap { try SavedCodec.encode($0) + [UInt8(ascii: "\n")] }
  }

  private static let inputs: [Input] = {
    let app = AppIdentifier("com.secretapp.diary")!
    let launch = LaunchIdentifier(rawValue: 1)
    func asked(_ request: AppRequest) -> Input {
      .app(launch: launch, request: request, id: RequestIdentifier(rawValue: 9))
    }
    let manifest = AppManifest(
      identifier: app,
      name: "SecretName",
      permittedTaskIdentifiers: ["com.secretapp.diary.secret.task"]
    )
    let content = NotificationContent(title: "SecretTitle", body: "SecretBody")
    let push = Push(
      app: app,
      payload: #"{"aps":{"content-available":1},"x":"SecretPayload"}"#,
      isVisible: false,
      hasContent: true
    )
    let beacon = BeaconIdentity(
      uuid: "e2c56db5-dffb-48d2-b060-d0f5a71096e0",
      major: 40_961,
      minor: 40_962
    )!
    return [
      .device(event: .configured(DeviceConfiguration(profile: .linux))),
      .user(
        action: .install(manifest: manifest, settings: AppSettings(), replaces: false),
        id: nil
      ),
      .user(action: .open(app: app), id: nil),
      .process(launch: launch, event: .started),
      asked(.attach),
      asked(.registerTask(identifier: "com.secretapp.diary.secret.task", key: "SecretKey")),
      asked(
        .beginBackgroundTask(name: "SecretReason", hasExpirationHandler: true, key: "SecretKey")
      ),
      asked(.performExpiringActivity(reason: "SecretReason", key: nil)),
      asked(.service(.push(.register(.remote, token: "SecretToken")))),
      asked(.service(.pushToTalk(.join(channel: "SecretChannel", token: "SecretToken")))),
      asked(
        .service(
          .notifications(
            .add(
              LocalNotification(identifier: "secret-notification", content: content, trigger: nil)
            )
          )
        )
      ),
      asked(
        .service(
          .location(
            .startMonitoring(
              CircularRegion(identifier: "SecretRegion", center: place, radiusMetres: 100)
            )
          )
        )
      ),
      asked(
        .service(
          .location(.beacons(.startMonitoring(BeaconRegion(identifier: "b", identity: beacon))))
        )
      ),
      asked(.session(.open(SessionConfiguration(identifier: "secret-session")))),
      asked(
        .session(
          .start(
            session: "secret-session",
            [TransferRequest(direction: .download, hostKey: 11_409_125_280_496_014_263)],
            key: "SecretKey"
          )
        )
      ),
      asked(
        .service(
          .bluetooth(
            .updateValue(service: "SecretKey", characteristic: "180F", value: [0xAD, 0xCA, 0xDE])
          )
        )
      ),
      .device(
        event: .location(
          Location(
            coordinate: Coordinate(latitude: 52.123_5, longitude: 13.654_4),
            horizontalAccuracyMetres: 10,
            at: .zero,
            altitudeMetres: 123.25,
            speed: 1,
            course: 277.5
          )
        )
      ),
      .device(event: .push(push)),
      .process(
        launch: launch,
        event: .inspected(
          Inspection(hazards: [.fileLock(path: "/home/secret/lock", hasWaiters: false)])
        )
      ),
      .process(
        launch: launch,
        event: .hazard(.busName(name: "Secret Bus", hasCaller: false), isPresent: true)
      ),
      .user(
        action: .connectAccessory(
          Accessory(name: "SecretAccessory", serialNumber: "SecretSerial")
        ),
        id: nil
      ),
      .user(
        action: .submitJob(
          JobRequest(name: "SecretJob", command: "secret-command --now"),
          owner: 424_242,
          zone: nil
        ),
        id: nil
      ),
      .process(
        launch: launch,
        event: .exited(status: .notInFolder(path: "/home/secret/there", errno: 2))
      ),
    ]
  }()
}
