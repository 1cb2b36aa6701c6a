import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("An answer to a person's program")
struct ControlReplyTests {
  private static let logged = Samples.decisions.enumerated().map { index, decision in
    LoggedDecision(
      sequence: UInt64(index + 1),
      wallMicroseconds: 1_800_000_000_000_000,
      decision: decision
    )
  }

  private static let device = {
    var device = DeviceStatus(
      at: .at(.microseconds(5)),
      wallMicroseconds: 6,
      profile: .ios26,
      isLocked: true,
      hasPasscode: true,
      backgroundRefresh: .on,
      lowPowerMode: false,
      appCount: 3,
      runningCount: 2,
      suspendedCount: 1,
      sequence: .max
    )
    device.memoryLevel = .normal
    device.batteryPercent = 80
    return device
  }()

  private static let recording = Control.Recording(
    path: "/s/recording.jsonl",
    isRunning: false,
    beganWallMicroseconds: 7,
    end: .size,
    inputs: 42,
    bytes: 9000,
    bytesMax: 10_000,
    daysMax: 10,
    trouble: "the disk is full"
  )

  private static let pushes = ReceivedPush.Stage.allCases.map { stage in
    ReceivedPush(
      apnsIdentifier: "i",
      channel: stage == .shown ? "c" : nil,
      kind: .alert,
      sentWallMicroseconds: stage == .shown ? nil : 7,
      arrived: .at(.seconds(1)),
      stage: stage,
      since: .at(.seconds(2)),
      conditions: stage == .held ? [Condition(.rateLimit, holds: false)] : []
    )
  }

  static let all: [(ControlInterface.Method, any WireReply)] =
    [
      (.lock, NoReply()),
      (.list, Control.List.Reply(apps: Samples.statuses)),
      (
        .listSwitcher,
        Control.ListSwitcher.Reply(cards: [
          SwitcherCard(
            app: Samples.mail,
            name: "Mail",
            state: .suspended,
            lastOnScreen: .at(.seconds(3)),
            snapshot: AppSnapshotFile(path: "/s/mail.png", takenWallMicroseconds: 7, isOwn: false)
          ),
          SwitcherCard(app: Samples.mail, name: "Mail", state: .background),
        ])
      ),
      (.status, Control.Status.Reply(device: device)),
      (.launch, Control.Launch.Reply(app: Samples.mail, launch: Samples.launch)),
      (.why, Control.Why.Reply(app: Samples.statuses[0], decisions: logged)),
      (.log, Control.Log.Reply(decisions: logged)),
      (.log, Control.Log.Reply(decisions: [], earlier: 9)),
      (.watch, Control.Watch.Reply(apps: Samples.statuses, device: device)),
      (.listActivities, Control.ListActivities.Reply(activities: Samples.activities)),
      (.listActivities, Control.ListActivities.Reply(activities: [Samples.continuedTask])),
      (.diagnose, Control.Diagnose.Reply(answers: [Samples.diagnosis])),
      (.simulateLaunch, NoReply()),
      (.simulateExpiration, NoReply()),
      (.cancelTask, NoReply()),
      (.forgetUsage, NoReply()),
      (
        .getSettings,
        Control.GetSettings.Reply(
          backgroundRefresh: .on,
          location: .never,
          energyAllowanceJoules: 300,
          dataAllowanceBytes: 50_000_000,
          wifiOnly: true,
          automaticDownloads: .wifi
        )
      ),
      (
        .getSettings,
        Control.GetSettings.Reply(
          backgroundRefresh: .wifi,
          lowPowerMode: true,
          profile: .linux,
          evictionOrder: .leastRecentlyUsedFirst,
          pageOutAfter: .seconds(300),
          sleepAgain: true,
          energyAllowanceJoules: 0,
          dataAllowanceBytes: 0,
          wifiOnly: false,
          automaticDownloads: .off
        )
      ),
      (.getVersion, Control.GetVersion.Reply(version: "1", processID: 7, stateFolder: "/s")),
      (
        .getCapabilities,
        Control.GetCapabilities.Reply(capabilities: [
          Capability(name: "freeze", isAvailable: false, text: "No.")
        ])
      ),
      (.getDigest, Control.GetDigest.Reply(digest: StateDigest(of: [1, 2]), sequence: .max)),
      (.startRecording, Control.StartRecording.Reply(isNew: true, recording: recording)),
      (.stopRecording, Control.StopRecording.Reply(wasRunning: false)),
      (.getRecording, Control.GetRecording.Reply(recording: recording)),
      (
        .submitJob,
        Control.SubmitJob.Reply(job: JobIdentifier(rawValue: 3), name: "backup", isNew: false)
      ),
      (.submitTransfers, Control.SubmitTransfers.Reply(first: Samples.transfer, count: 2)),
      (.listTransfers, Control.ListTransfers.Reply(transfers: [])),
      (
        .listTransfers, Control.ListTransfers.Reply(transfers: Samples.rows, next: Samples.transfer)
      ),
      (.retryTransfers, NoReply()),
      (.listJobs, Control.ListJobs.Reply(jobs: [])),
      (.listJobs, Control.ListJobs.Reply(jobs: [Samples.job], next: JobIdentifier(rawValue: 3))),
      (
        .jobOutput,
        Control.JobOutput.Reply(bytes: [0, 255, 10], offset: 7, total: 10, isRunning: true)
      ),
      (.signal, NoReply()),
      (.listPushes, Control.ListPushes.Reply(app: Samples.mail, pushes: pushes)),
      (
        .attachPushLink,
        Control.AttachPushLink.Reply(
          topics: [PushTopic(topic: "mail", hasToken: true, isOnScreen: false)],
          priorityMin: .considerate,
          isLowPower: true,
          network: "wifi",
          sleeps: 2,
          channels: [PushChannel(channel: "c", key: "k"), PushChannel(channel: "d")],
          endedChannels: ["e"],
          broadcasts: [BroadcastChange(topic: "mail", channel: "AA==", isSubscribed: true)]
        )
      ),
      (.deliverMessage, Control.DeliverMessage.Reply(outcome: .later)),
      (.deliverPush, Control.DeliverPush.Reply(outcome: .refused, cause: "too long")),
      (
        .appOutput,
        Control.AppOutput.Reply(bytes: [104, 105], offset: 0, total: 2, isRunning: false)
      ),
    ]
    + Samples.exitReasons.map {
      (
        .wait,
        Control.Wait.Reply(exit: ExitRecord(launch: Samples.launch, at: .zero, reason: $0))
      )
    }

  @Test("comes back from its message as it was", arguments: all)
  func roundTrip(method: ControlInterface.Method, reply: any WireReply) throws {
    try comesBack(reply)
  }

  private func comesBack<Reply: WireReply>(_ reply: Reply) throws {
    let message = VarlinkReply(parameters: reply.parameters)
    let read = try VarlinkReply(message: message.bytes.dropLast())
    #expect(try Reply(reply: read.result()) == reply)
  }

  @Test(
    "names background work by what it is",
    arguments: [
      (Activity.task(identifier: "a.b"), #"{"task":"a.b"}"#), (.fetch, #"{"fetch":true}"#),
      (.job(JobIdentifier(rawValue: 3)), #"{"job":"3"}"#),
      (.transfer(Samples.transfer), #"{"transfer":"12"}"#),
    ]
  )
  func activityNames(activity: Activity, text: String) throws {
    let decision = Decision(at: .zero, app: nil, action: .run(activity), because: [])
    let logged = LoggedDecision(sequence: 1, wallMicroseconds: 0, decision: decision)
    let parameters = Control.Log.Reply(decisions: [logged]).parameters
    let action = parameters["decisions"]?.elements?.first?["action"]
    #expect(action?["name"]?.text == "run")
    #expect(action?["activity"].map { String(decoding: $0.bytes, as: UTF8.self) } == text)
  }

  @Test("tells of a question in words, beside the facts")
  func sentences() {
    let answer = Control.Diagnose.Reply(answers: [Samples.diagnosis]).parameters["answers"]?
      .elements?.first
    #expect(answer?["number"] == .integer(14))
    #expect(answer?["text"]?.text == Question.killedForAssertions.text)
    #expect(answer?["answer"]?.text == Samples.diagnosis.sentence)
    #expect(answer?["nextStep"]?.text == Samples.diagnosis.nextStep)
    let check = answer?["checks"]?.elements?.first
    #expect(check?["text"]?.text == Samples.diagnosis.checks[0].clause)
  }

  @Test("that is an error is thrown as that error")
  func errors() {
    #expect(throws: WireError.permissionDenied) {
      try Control.List().reply(from: VarlinkReply(.permissionDenied))
    }
  }

  @Test("that makes no sense is named")
  func nonsense() {
    #expect(
      throws: WireError.malformedMessage(cause: "'apps' is missing or not of its type")
    ) {
      try Control.List().reply(from: VarlinkReply())
    }
  }

  @Test("keeps lengths and moments within what a 64-bit number of nanoseconds holds")
  func extremes() {
    #expect(Duration(wireMicroseconds: .max) == Duration.nanoseconds(Int64.max))
    #expect(Duration(wireMicroseconds: .min) == Duration.nanoseconds(Int64.min))
    #expect(Instant(microseconds: 1_500) == .at(.microseconds(1_500)))
    #expect(Instant(microseconds: 1_500).microseconds == 1_500)
  }

  @Test("of changed settings keeps what was not named")
  func settingsChange() {
    let settings = AppSettings(backgroundRefresh: .off, location: .never, allowsMicrophone: false)
    let change = Control.ChangeSetting(app: "mail", location: .always, allowsNotifications: false)
    #expect(
      change.applied(to: settings)
        == AppSettings(
          backgroundRefresh: .off,
          location: .always,
          allowsNotifications: false,
          allowsMicrophone: false
        )
    )
  }
}
