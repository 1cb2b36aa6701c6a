import TorporModel

@testable import TorporCore

extension RelaunchScene {
  private static let background = LocationSession(allowsBackgroundUpdates: true)

  /// Every row that has a part on Linux, in the order of §10.
  static let all: [RelaunchScene] =
    [
      refresh, fetch, processing, processingOnBattery, continued, silentPush, shownPush,
      contentPush, voipPush, channel,
    ]
    + [transfer, discretionary, region, session, restorable, bluetooth, accessory, audio]
    + [voipSocket, newsstand, notification, descriptor, answer]

  // MARK: Work

  private static func task(
    _ name: String,
    _ kind: TaskRequest.Kind,
    _ mode: BackgroundMode,
    isCharged: Bool = true
  )
    -> RelaunchScene
  {
    RelaunchScene(
      name: name,
      modes: [mode],
      tasks: ["app.task"],
      requests: ["didFinishLaunching": [.registerTask(identifier: "app.task", key: nil)]],
      isCharged: isCharged,
      prepare: {
        $0.ask(app, .submitTask(TaskRequest(identifier: "app.task", kind: kind)))
      },
      event: { $0.pass(.days(2)) },
      settle: { $0.pass(.days(2)) },
      heard: { $0.times(of: "task:app.task", app).count }
    )
  }

  private static let refresh = task("BGAppRefresh", .appRefresh, .fetch)
  private static let processing = task("BGProcessing", .processing(.init()), .processing)
  /// The same off the charger.
  private static let processingOnBattery = task(
    "BGProcessing, on battery",
    .processing(.init()),
    .processing,
    isCharged: false
  )

  private static let fetch = RelaunchScene(
    name: "Legacy fetch",
    profile: .ios10,
    modes: [.fetch],
    prepare: { $0.ask(app, .setFetchInterval(.minimum)) },
    event: { $0.pass(.days(1)) },
    settle: { $0.pass(.days(1)) },
    heard: { $0.times(of: "performFetch", app).count }
  )

  /// The app's work waits for one of the three slots; its event is a slot that becomes free.
  private static let continued = RelaunchScene(
    name: "BGContinued",
    tasks: ["com.example.app.*"],
    prepare: { device in
      let names = ["one", "two", "three"]
      for name in names {
        device.install(name, tasks: ["com.example.\(name).*"])
        device.open(name)
        device.continueWork(name)
      }
      device.open(app)
      device.continueWork(app)
    },
    event: { device in
      for name in ["one", "two", "three"] {
        let work = "task:com.example.\(name).work"
        guard let token = device.token(of: work, name), device.state(name) == .background,
          device.ask(name, .complete(callback: token, result: .success)) == .done
        else { continue }
        return
      }
    },
    settle: { $0.pass(.seconds(1)) },
    heard: { $0.times(of: "task:com.example.app.work", app).count }
  )

  // MARK: Pushes and notifications

  private static let silentPush = RelaunchScene(
    name: "Silent push",
    modes: [.remoteNotification],
    event: { $0.silentPush(app) },
    settle: {
      $0.completePush(app)
      $0.pass(.minutes(2))
    },
    heard: { $0.times(of: "didReceiveRemoteNotification", app).count }
  )

  private static let contentPush = RelaunchScene(
    name: "Alert with content: its content",
    modes: [.remoteNotification],
    event: {
      // The alert itself is another row.
      $0.allowNotifications(false, of: app)
      $0.visiblePush(app)
    },
    settle: {
      $0.completePush(app)
      $0.pass(.minutes(2))
    },
    heard: { $0.times(of: "didReceiveRemoteNotification", app).count }
  )

  private static let shownPush = RelaunchScene(
    name: "Visible push: its alert",
    event: { device in
      let content = NotificationContent(title: "Ada", body: "Tea?")
      device.tell(
        .push(
          Push(
            app: device.app(app),
            payload: "{}",
            isVisible: true,
            hasContent: false,
            alert: content
          )
        )
      )
    },
    heard: { $0.shown.count }
  )

  private static let voipPush = RelaunchScene(
    name: "VoIP push",
    modes: [.voip],
    requests: ["didReceiveIncomingPush": [.service(.push(.reportCall))]],
    event: { $0.call(app) },
    heard: { $0.times(of: "didReceiveIncomingPush", app).count }
  )

  private static let channel = RelaunchScene(
    name: "Push-to-talk push",
    modes: [.pushToTalk],
    requests: [
      "incomingChannelPush": [.service(.pushToTalk(.setActiveParticipant("Ada", channel: "crew")))]
    ],
    prepare: { $0.askPushToTalk(app, .join(channel: "crew", token: "t1")) },
    event: { $0.channelPush(app) },
    settle: { $0.askPushToTalk(app, .setActiveParticipant(nil, channel: "crew")) },
    heard: { $0.times(of: "incomingChannelPush", app).count }
  )

  private static let notification = RelaunchScene(
    name: "Local notification",
    prepare: { $0.schedule("tea", after: .hours(1), repeats: true, of: app) },
    event: { $0.pass(.hours(1)) },
    heard: { $0.shown.count }
  )

  private static let answer = RelaunchScene(
    name: "Answer to a notification",
    prepare: { device in
      let category = NotificationCategory(
        identifier: "pot",
        actions: [NotificationAction(identifier: "again", title: "Again")]
      )
      device.center(.setCategories([category]), of: app)
      for name in ["one", "two"] {
        device.add(name, .interval(.seconds(10), repeats: false), { $0.category = "pot" }, of: app)
      }
    },
    event: { device in
      guard let shown = device.delivered(app).first else { return }
      device.answer(shown, "again", of: app)
    },
    heard: { $0.times(of: "didReceiveResponse", app).count }
  )

  private static let newsstand = RelaunchScene(
    name: "Newsstand issue",
    modes: [.newsstandContent],
    event: {
      $0.pass(.days(1))
      $0.silentPush(app)
    },
    heard: { $0.times(of: "issueAnnounced", app).count }
  )

  // MARK: Transfers

  private static func transfer(_ name: String, isDiscretionary: Bool) -> RelaunchScene {
    let open = AppRequest.session(.open(SessionConfiguration(identifier: "eps")))
    return RelaunchScene(
      name: name,
      requests: ["handleEventsForBackgroundURLSession": [open]],
      prepare: { device in
        device.start(
          [TransferRequest(direction: .download, isDiscretionary: isDiscretionary)],
          app
        )
      },
      event: { $0.finishTransfers() },
      settle: {
        $0.pass(.minutes(2))
        $0.finishTransfers()
        $0.completeEvents(app)
        $0.pass(.minutes(2))
      },
      heard: { $0.times(of: "didFinishDownloading", app).count }
    )
  }

  private static let transfer = transfer("Background transfer", isDiscretionary: false)
  private static let discretionary = transfer("Discretionary transfer", isDiscretionary: true)

  // MARK: Places

  private static let region = RelaunchScene(
    name: "SLC, region, visit",
    prepare: {
      $0.askLocation(app, .startMonitoring(TestDevice.region("office", 0)))
      $0.move(1000)
    },
    event: { device in
      // There and back, so that the next event is like this one.
      for metres in [0.0, 1000] {
        device.move(metres)
        device.pass(.minutes(2))
      }
    },
    heard: {
      $0.times(of: "didEnterRegion", app).count + $0.times(of: "didExitRegion", app).count
    }
  )

  private static let session = RelaunchScene(
    name: "Continuous location",
    modes: [.location],
    prepare: {
      $0.askLocation(app, .startUpdating(background))
      $0.move(0)
    },
    event: { $0.move(500) },
    heard: { $0.times(of: "didUpdateLocations", app).count }
  )

  // MARK: Links and sound

  private static func peripheral(_ name: String, restoring identifier: String?) -> RelaunchScene {
    RelaunchScene(
      name: name,
      modes: [.bluetoothCentral],
      prepare: { device in
        device.ask(
          app,
          .service(.bluetooth(.connect(peripheral: "band", restoreIdentifier: identifier)))
        )
        device.tell(.bluetooth(.connected(peripheral: "band")))
      },
      event: { device in
        device.tell(.bluetooth(.connected(peripheral: "band")))
        device.tell(.bluetooth(.data(peripheral: "band")))
      },
      heard: { $0.times(of: "peripheralData", app).count }
    )
  }

  private static let restorable = peripheral("Bluetooth with restore id", restoring: "central")
  private static let bluetooth = peripheral("Bluetooth without restore id", restoring: nil)

  private static let accessory = RelaunchScene(
    name: "External accessory",
    modes: [.externalAccessory],
    prepare: { $0.ask(app, .service(.accessory(.open(accessory: "pump")))) },
    event: { $0.tell(.accessory(.data(accessory: "pump"))) },
    heard: { $0.times(of: "accessoryData", app).count }
  )

  /// The app gave way to a call, and is suspended; its event is that it may sound again.
  private static let audio = RelaunchScene(
    name: "Audio",
    modes: [.audio],
    prepare: { device in
      device.ask(app, .service(.audio(.activate(AudioSession(category: .playback)))))
      device.report(app, .audio(isPlaying: true))
      device.home()
      device.user(.interrupt)
      device.report(app, .audio(isPlaying: false))
    },
    event: { device in
      device.user(.endInterrupt)
      device.user(.interrupt)
    },
    heard: { $0.times(of: "interruptionEnded", app).count }
  )

  private static func descriptor(
    _ name: String,
    _ purpose: DescriptorPurpose,
    _ profile: ProfileName,
    modes: [BackgroundMode],
    heard: @escaping @Sendable (TestDevice) -> Int
  ) -> RelaunchScene {
    RelaunchScene(
      name: name,
      profile: profile,
      modes: modes,
      prepare: {
        $0.ask(app, .service(.descriptor(.watch(name: "line", purpose: purpose))))
      },
      event: {
        $0.tell(.descriptor(app: $0.app(app), name: "line", isHungUp: false))
      },
      heard: heard
    )
  }

  /// Being started at boot and after a crash counts as much as traffic (VO3).
  private static let voipSocket = descriptor(
    "Legacy VoIP socket",
    .voIP,
    .ios8,
    modes: [.voip],
    heard: { $0.times(of: "socketReadable", app).count + $0.launches(app) }
  )
  private static let descriptor = descriptor(
    "Descriptor",
    .other,
    .ios26,
    modes: [],
    heard: { $0.times(of: "socketReadable", app).count }
  )
}

extension TestDevice {
  /// The app, on screen, asks to go on with what the user began.
  mutating func continueWork(_ name: String) {
    let identifier = "com.example.\(name).work"
    ask(name, .registerTask(identifier: identifier, key: nil))
    ask(
      name,
      .submitTask(TaskRequest(identifier: identifier, kind: .continued(.init(title: "Work"))))
    )
  }

  /// The server has sent everything that was under way.
  mutating func finishTransfers() {
    for record in device.transfers.records(after: nil) where state(of: record.transfer) == .running
    {
      finish(record.transfer)
    }
  }
}
