import Foundation
import Testing
import TorporModel

@testable import TorporCore

@Suite("The powers of a profile")
struct ProfileCapabilityTests {
  /// Since which profile, and until which, with whether `linux` has it: written down by hand from the versions that
  /// `ios-semantics` names.
  private static let rows:
    [(ProfileCapability, since: ProfileName, until: ProfileName, linux: Bool)] = [
      (.multitasking, .ios4, .ios26, true),
      (.backgroundFetch, .ios7, .ios26, true),
      (.contentAvailable, .ios7, .ios26, true),
      (.backgroundSessions, .ios7, .ios26, true),
      (.taskScheduler, .ios13, .ios26, true),
      (.continuedProcessing, .ios26, .ios26, true),
      (.healthResearch, .ios26, .ios26, true),
      (.locationAfterForceQuit, .ios8, .ios26, true),
      (.visits, .ios8, .ios26, true),
      (.beacons, .ios7, .ios26, true),
      (.liveUpdates, .ios26, .ios26, true),
      (.voIPPushes, .ios8, .ios26, true),
      (.voIPSockets, .ios4, .ios10, true),
      (.pushToTalk, .ios13, .ios26, true),
      (.expiringActivities, .ios8, .ios26, true),
      (.exitsOnSuspend, .ios3, .ios10, false),
      (.regionNotifications, .ios8, .ios26, true),
      (.deferredLocation, .ios6, .ios26, true),
      (.bluetoothPeripherals, .ios6, .ios26, true),
      (.resumableUploads, .ios26, .ios26, true),
      (.transferBeginDates, .ios10, .ios26, true),
    ]

  private static let order = ProfileName.allCases

  private static func expected(_ capability: ProfileCapability, _ profile: ProfileName) -> Bool {
    guard let row = rows.first(where: { $0.0 == capability }) else { return false }
    guard profile != .linux else { return row.linux }
    let place = order.firstIndex(of: profile) ?? 0
    return place >= order.firstIndex(of: row.since) ?? 0
      && place <= order.firstIndex(of: row.until) ?? 0
  }

  @Test("are those of its time, and no newer ones", arguments: ProfileName.allCases)
  func table(profile: ProfileName) {
    #expect(Set(Self.rows.map(\.0)) == Set(ProfileCapability.allCases))
    for capability in ProfileCapability.allCases {
      #expect(
        Profile.named(profile).has(capability) == Self.expected(capability, profile),
        "\(profile) and \(capability)"
      )
    }
  }

  @Test(
    "decide first what wakes an app: the one reason is what the profile lacks",
    arguments: ProfileName.allCases
  )
  func wakes(profile: ProfileName) {
    var device = TestDevice(profile)
    device.install("mail", modes: BackgroundMode.allCases)
    let context = device.device.conditionContext(at: device.now)
    for reason in WakeReason.allCases {
      guard let record = device.device.apps[device.app("mail")] else { return }
      let missing = Profile.named(profile).missing(for: reason)
      let asked = record.relaunchConditions(for: reason, on: context)
      if let missing {
        #expect(asked == [missing.condition], "\(reason)")
        #expect(record.passesOver(reason, on: context), "\(reason)")
      } else {
        #expect(!asked.contains { $0.reason == .notInProfile }, "\(reason)")
      }
    }
  }

  @Test("are told in the words of the profile")
  func words() {
    let lacks = MissingCapability(.ios6, .backgroundFetch)
    #expect(lacks.condition.phrase(for: .run(.fetch)) == "ios6 has no background fetch")
    #expect(MissingCapability(subject: lacks.subject) == lacks)
    #expect(MissingCapability(subject: "ios6") == nil)
    #expect(
      ProfileCapability.allCases.map { MissingCapability(.ios4, $0).phrase } == [
        "ios4 has no multitasking",
        "ios4 has no background fetch",
        "ios4 has no wakes for 'content-available'",
        "ios4 has no background sessions",
        "ios4 has no task scheduler",
        "ios4 has no continued processing",
        "ios4 has no health research tasks",
        "ios4 has no launches for location after a force quit",
        "ios4 has no visits",
        "ios4 has no beacons",
        "ios4 has no live updates and monitors of location",
        "ios4 has no VoIP pushes",
        "ios4 has no VoIP sockets",
        "ios4 has no push to talk",
        "ios4 has no expiring activities",
        "ios4 has no exit on suspension",
        "ios4 has no notifications at regions",
        "ios4 has no deferred location updates",
        "ios4 has no Bluetooth peripherals of apps",
        "ios4 has no uploads that resume",
        "ios4 has no begin dates of transfers",
      ]
    )
  }

  // MARK: Keys without effect

  private static let manifest = AppManifest(
    identifier: AppIdentifier("com.example.all")!,
    backgroundModes: [.fetch, .processing, .remoteNotification, .voip, .pushToTalk, .audio],
    permittedTaskIdentifiers: ["com.example.all.refresh"],
    exitsOnSuspend: true
  )

  private static func keys(_ profile: ProfileName) -> [String] {
    manifest.ignoredKeys(in: .named(profile)).map {
      [$0.key, $0.value].compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test("leave keys of a manifest without effect, and each is named")
  func ignoredKeys() {
    let exits = "UIApplicationExitsOnSuspend"
    let tasks = "BGTaskSchedulerPermittedIdentifiers"
    let modes = { (names: [String]) in names.map { "UIBackgroundModes \($0)" } }
    #expect(
      Self.keys(.ios3)
        == modes(["fetch", "processing", "remote-notification", "voip", "push-to-talk", "audio"])
        + [tasks]
    )
    for profile in [ProfileName.ios4, .ios6] {
      #expect(
        Self.keys(profile) == modes(["fetch", "processing", "remote-notification", "push-to-talk"])
          + [tasks]
      )
    }
    for profile in [ProfileName.ios7, .ios8, .ios10] {
      #expect(Self.keys(profile) == modes(["processing", "push-to-talk"]) + [tasks])
    }
    for profile in [ProfileName.ios13, .ios26] {
      #expect(Self.keys(profile) == [exits], "a push is for it there")
    }
    #expect(Self.keys(.linux) == [exits])
    #expect(
      AppManifest(identifier: Self.manifest.identifier).ignoredKeys(in: .named(.ios3)).isEmpty
    )
    let lock = AppManifest(
      identifier: Self.manifest.identifier,
      backgroundModes: [.bluetoothCentral, .bluetoothPeripheral]
    )
    #expect(
      ProfileName.allCases.map { lock.ignoredKeys(in: .named($0)).compactMap(\.value) } == [
        ["bluetooth-central", "bluetooth-peripheral"], ["bluetooth-peripheral"], [], [], [], [], [],
        [], [],
      ]
    )
  }

  @Test("are missed in a sentence that says what to do")
  func ignoredSentences() {
    let change = " `torpor settings profile=…` changes the profile."
    #expect(
      Self.manifest.ignoredKeys(in: .named(.ios6)).map(\.sentence) == [
        "UIBackgroundModes 'fetch' has no effect: ios6 has no background fetch." + change,
        "UIBackgroundModes 'processing' has no effect: ios6 has no task scheduler." + change,
        "UIBackgroundModes 'remote-notification' has no effect: ios6 has no wakes for 'content-available'."
          + change,
        "UIBackgroundModes 'push-to-talk' has no effect: ios6 has no push to talk." + change,
        "BGTaskSchedulerPermittedIdentifiers has no effect: ios6 has no task scheduler." + change,
      ]
    )
    #expect(
      Self.manifest.ignoredKeys(in: .named(.ios26)).map(\.sentence) == [
        "UIApplicationExitsOnSuspend has no effect: ios26 has no exit on suspension." + change
      ]
    )
  }

  // MARK: The page

  private static var document: String {
    let names = ProfileName.allCases
    let head =
      "| The system … | " + names.map { "`\($0.rawValue)`" }.joined(separator: " | ") + " |"
    let rule = "|---|" + String(repeating: ":-:|", count: names.count)
    let rows = ProfileCapability.allCases.map { capability in
      let cells = names.map { Profile.named($0).has(capability) ? "yes" : "–" }
      return "| has \(capability.phrase) | " + cells.joined(separator: " | ") + " |"
    }
    let numbers: [(String, (Profile) -> String)] = [
      ("background time, in seconds", { "\($0.backgroundTaskBudget.components.seconds)" }),
      ("scheduled notifications of an app, at most", { "\($0.notificationsMax)" }),
      ("bytes of a push, at most", { "\($0.pushPayloadBytesMax)" }),
      ("`didEnterBackground` at each wake", { $0.announcesWakes ? "yes" : "–" }),
      ("one app on screen at a time", { $0.hasSingleScreen ? "yes" : "–" }),
    ]
    let permissions: [(String, (Profile) -> String)] = Permission.allCases.map { permission in
      (
        "asks the user about \(permission.phrase)",
        { $0.permissionsAsked.contains(permission) ? "yes" : "–" }
      )
    }
    let values = (permissions + numbers).map { name, value in
      "| " + ([name] + names.map { value(.named($0)) }).joined(separator: " | ") + " |"
    }
    return """
      # What each profile can do

      A profile is a version of iOS, or `linux`: today's rules with the screen of a desktop. `torpor settings profile=NAME`
      changes it, `torpord --profile NAME` chooses it for a new journal. Each profile has the capabilities of its version.
      `ProfileCapabilityTests` writes this page from the table that the policy reads
      (`Sources/TorporCore/Profiles/Profile.swift`); `TORPOR_UPDATE_DIAGRAMS=1 ./test` writes it again.

      \(([head, rule] + rows + values).joined(separator: "\n"))

      `ios3` also stands for iOS 4 on hardware without multitasking: an app ends when it leaves the screen, after
      `applicationWillTerminate`; nothing runs it off screen, `isMultitaskingSupported` is false, and
      `beginBackgroundTask` returns the invalid task.

      If the profile lacks what an app requests, nothing is done, and the ledger records it (`torpor log`) with the reason
      `notInProfile`. `torpor install` and `torpor why` name each key of an `Info.plist` that has no effect under the
      profile. Requests are kept, and take effect under a profile that has the capability.

      """
  }

  @Test("are drawn in docs/reference/profiles.md as they are")
  func documentIsFresh() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/reference/profiles.md").standardized
    if ProcessInfo.processInfo.environment["TORPOR_UPDATE_DIAGRAMS"] != nil {
      try Self.document.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.document)
  }
}

@Suite("A device under an old profile")
struct OldProfileTests {
  @Test(
    "shows an alert with content, and wakes no app for it before iOS 7",
    arguments: [ProfileName.ios4, .ios6]
  )
  func contentAvailable(profile: ProfileName) {
    var device = TestDevice(profile)
    device.install("chat", modes: [.remoteNotification])
    device.open("chat")
    device.ask("chat", .service(.push(.register(.remote, token: "t"))))
    device.home()
    device.pass(.minutes(20))
    device.push("chat")
    #expect(!device.callbacks("chat").contains("didReceiveRemoteNotification"))
    #expect(device.decisions("chat") { if case .show = $0 { true } else { false } }.count == 1)
    let denied = device.decisions("chat") { $0 == .wake(.visiblePush) }
    #expect(
      denied.map { $0.sentence(naming: "chat") } == [
        "did not wake chat for a push: \(profile.rawValue) has no wakes for 'content-available'"
      ]
    )
  }

  @Test("refuses a background session before iOS 7")
  func sessions() {
    for (profile, isRefused) in [(ProfileName.ios4, true), (.ios6, true), (.ios7, false)] {
      var device = TestDevice(profile)
      device.install("podcast")
      device.open("podcast")
      let reply = device.ask("podcast", .session(.open(SessionConfiguration(identifier: "s"))))
      #expect(
        reply == (isRefused ? .refused(.transfer(.noSessions(profile: profile.rawValue))) : .done)
      )
    }
  }

  @Test("gives a Newsstand app the system's downloads before iOS 7, as Newsstand did (§7)")
  func sessionsOfNews() {
    for (profile, isRefused) in [(ProfileName.ios3, true), (.ios4, false), (.ios6, false)] {
      var device = TestDevice(profile)
      device.install("paper", modes: [.newsstandContent])
      device.open("paper")
      let reply = device.ask("paper", .session(.open(SessionConfiguration(identifier: "s"))))
      #expect(
        reply == (isRefused ? .refused(.transfer(.noSessions(profile: profile.rawValue))) : .done)
      )
    }
  }

  @Test("notes a fetch interval that comes to nothing: without fetch, and without the mode (BF1)")
  func fetchInterval() {
    for (profile, modes, reason) in [
      (ProfileName.ios6, [BackgroundMode.fetch], "ios6 has no background fetch"),
      (.ios7, [], "its Info.plist does not list 'fetch'"),
    ] {
      var device = TestDevice(profile)
      device.install("news", modes: modes)
      device.open("news")
      #expect(device.ask("news", .setFetchInterval(.minimum)) == .done)
      #expect(
        device.decisions("news") { $0 == .submit(.fetch) }.map { $0.sentence(naming: "news") }
          == ["did not accept the background fetch of news: \(reason)"]
      )
      #expect(device.ask("news", .setFetchInterval(.never)) == .done)
      #expect(device.decisions("news") { $0 == .submit(.fetch) }.count == 1)
    }
  }

  @Test("without multitasking ends an app that leaves the screen, and gives it no task (LC4, BT5)")
  func noMultitasking() {
    var device = TestDevice(.ios3)
    device.install("game", modes: [.audio, .location])
    device.open("game")
    #expect(device.ask("game", .isMultitaskingSupported) == .multitasking(isSupported: false))
    #expect(device.beginTask("game") == .invalid)
    #expect(
      device.decisions("game").last?.sentence(naming: "game")
        == "did not grant game background task 0: ios3 has no multitasking"
    )
    device.home()
    #expect(device.lastExit("game") == .exitsOnSuspend)
    #expect(device.callbacks("game").suffix(2) == ["willResignActive", "willTerminate"])
    #expect(!device.callbacks("game").contains("didEnterBackground"))
    device.pass(.hours(1))
    device.push("game")
    #expect(device.state("game") == .notRunning)
    #expect(device.broken == [])
  }

  @Test("with multitasking says so")
  func multitasking() {
    for profile in ProfileName.allCases where profile != .ios3 {
      var device = TestDevice(profile)
      device.install("game")
      device.open("game")
      #expect(device.ask("game", .isMultitaskingSupported) == .multitasking(isSupported: true))
    }
  }

  @Test("warns an activity at once where there are none, and runs it from iOS 8 on")
  func activities() {
    for (profile, isGranted) in [(ProfileName.ios7, false), (.ios8, true)] {
      var device = TestDevice(profile)
      device.install("notes")
      device.open("notes")
      let reply = device.ask("notes", .performExpiringActivity(reason: "save", key: nil))
      #expect((reply == .task(.invalid)) == !isGranted)
    }
  }

  @Test("starts an app that declares voip with the machine: until iOS 7 and on linux")
  func voIPAtBoot() {
    for (profile, starts) in [
      (ProfileName.ios4, true), (.ios7, true), (.ios8, false), (.ios26, false), (.linux, true),
    ] {
      var device = TestDevice(profile, hasPasscode: false)
      device.install("phone", modes: [.voip])
      device.tell(.booted)
      #expect((device.state("phone") != .notRunning) == starts, "\(profile)")
    }
  }
}
