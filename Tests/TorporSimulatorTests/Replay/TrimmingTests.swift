import Testing
import TorporCore
import TorporDaemon
import TorporModel
import TorporWire

@testable import TorporSimulator

@Suite("A recording without names")
struct TrimmingTests {
  @Test(
    "a life that was trimmed replays, and no app has its name in it",
    arguments: RecordedLives.seeds
  )
  func replays(seed: UInt64) throws {
    let file = RecordedLives.file(seed)
    let device = try #require(try file.replay().exact.device)
    let bytes = try file.trimmed()
    let text = String(decoding: bytes, as: UTF8.self)
    for record in device.apps.records {
      #expect(!text.contains("\"\(record.identifier.text)\""))
      #expect(!text.contains("\"\(record.manifest.name)\""))
    }
    let report = try RecordedFile(bytes).replay()
    let whole = try file.replay()
    #expect(report.exact.header?.trimmed == true)
    #expect(report.exact.inputCount == whole.exact.inputCount)
    #expect(report.exact.decisionCount == whole.exact.decisionCount)
    // What depends on places differs, and is counted.
    #expect(report.exact.departureCount * 5 <= report.exact.decisionCount)
  }

  @Test("of secrets in every kind of input nothing is in the bytes of the export")
  func secrets() throws {
    let app = try #require(AppIdentifier("com.secretapp.diary"))
    let place = Coordinate(latitude: 52.123456, longitude: 13.654321)
    let inputs = Self.inputs(app, place)
    var device = Device(DeviceConfiguration(profile: .linux), at: .zero)
    var lines: [RecordingLine] = [
      .header(
        RecordingHeader(
          at: .zero,
          build: "0.1.0",
          bytesMax: 1,
          daysMax: 1,
          sequence: 0,
          wallNanoseconds: 0
        )
      )
    ]
    // Half of them are in the state, half in turns.
    for (index, input) in inputs.enumerated() {
      let now = Instant.at(.seconds(index + 1))
      let decisions = device.handle(input, at: now).decisions
      if index == inputs.count / 2 {
        lines.append(
          .state(RecordedState(at: now, device: device, sequence: 1, wallNanoseconds: 0))
        )
      }
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
    }
    lines.insert(
      .state(
        RecordedState(
          at: .zero,
          device: Device(DeviceConfiguration(profile: .linux), at: .zero),
          sequence: 0,
          wallNanoseconds: 0
        )
      ),
      at: 1
    )
    let bytes = try lines.flatMap { try SavedCodec.encode($0) + [UInt8(ascii: "\n")] }
    let plain = String(decoding: bytes, as: UTF8.self)
    let trimmed = String(decoding: try RecordedFile(bytes).trimmed(), as: UTF8.self)
    for secret in Self.secrets {
      #expect(plain.contains(secret), "'\(secret)' was not planted: the test shows nothing")
      #expect(!trimmed.lowercased().contains(secret.lowercased()), "'\(secret)' is in the export")
    }
    #expect(trimmed.contains("\"trimmed\":true"))
  }

  private static let secrets = [
    "secretapp", "diary", "SecretName", "SecretTitle", "SecretBody", "SecretPayload",
    "secret-notification", "secret.task", "/home/secret", "SecretJob", "secret-command",
    "SecretAccessory", "SecretSerial", "SecretReason", "SecretRegion", "secret-session",
    "52.123456", "13.654321", "Secret Bus", "SecretChannel", "SecretToken", "SecretKey",
    "173,202,222",
  ]

  private static func inputs(_ app: AppIdentifier, _ place: Coordinate) -> [Input] {
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
      asked(.session(.open(SessionConfiguration(identifier: "secret-session")))),
      asked(
        .service(
          .bluetooth(
            .updateValue(service: "SecretKey", characteristic: "180F", value: [0xAD, 0xCA, 0xDE])
          )
        )
      ),
      .device(
        event: .location(Location(coordinate: place, horizontalAccuracyMetres: 10, at: .zero))
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
          Accessory(
            name: "SecretAccessory",
            serialNumber: "SecretSerial"
          )
        ),
        id: nil
      ),
      .user(
        action: .submitJob(
          JobRequest(name: "SecretJob", command: "secret-command --now"),
          owner: 1000,
          zone: nil
        ),
        id: nil
      ),
      .process(
        launch: launch,
        event: .exited(status: .notInFolder(path: "/home/secret/there", errno: 2))
      ),
    ]
  }
}
