import TorporModel

@testable import TorporAppWire
@testable import TorporWire

/// One value of every case of the background services.
extension Samples {
  static let region = CircularRegion(
    identifier: "home",
    center: Coordinate(latitude: 52.5, longitude: 13.4),
    radiusMetres: 150,
    notifyOnExit: false
  )
  static let location = Location(
    coordinate: Coordinate(latitude: -33.8675, longitude: 151.207),
    horizontalAccuracyMetres: 12.5,
    at: .at(.seconds(90)),
    altitudeMetres: 58,
    speed: 1.25,
    course: 270
  )
  static let notification = LocalNotification(
    identifier: "tea",
    content: NotificationContent(
      title: "Tea",
      subtitle: "Green",
      body: "It is \"ready\"",
      sound: .named("gong.wav"),
      badge: 2,
      category: "kitchen",
      level: .timeSensitive,
      userInfoJSON: #"{"cup":1}"#
    ),
    trigger: .interval(.minutes(3), repeats: true)
  )
  static let category = NotificationCategory(
    identifier: "kitchen",
    actions: [
      NotificationAction(identifier: "later", title: "Later"),
      NotificationAction(
        identifier: "say",
        title: "Say",
        opensApp: true,
        needsAuthentication: true,
        isDestructive: true,
        takesText: true
      ),
    ],
    tellsOfDismissal: true
  )

  static let printer = Accessory(
    name: "Label Printer 0042",
    protocols: ["com.example.labels", "usb:1234:abcd", "tty"],
    devicePath: "/dev/ttyUSB0",
    vendor: "Example",
    product: "Label Printer",
    serialNumber: "0042"
  )

  /// A call of each method of the background services.
  static let serviceCalls: [any KeyedCall] =
    PushTokenKind.allCases.flatMap { kind -> [any KeyedCall] in
      [App.RegisterForPush(kind: kind), App.UnregisterForPush(kind: kind)]
    } + [
      App.SubscribeToBroadcasts(channel: "AA=="), App.UnsubscribeFromBroadcasts(channel: "AA=="),
    ] + [App.ReportCall(), App.EndCall()] + locationCalls + notificationCalls + linkCalls
    + channelCalls

  private static let channelCalls: [any KeyedCall] = [
    App.JoinChannel(channel: "crew"), App.LeaveChannel(channel: "crew"),
    App.SetActiveParticipant(channel: "crew", participant: "Ada"),
    App.SetActiveParticipant(channel: "crew"), App.BeginTransmitting(channel: "crew"),
    App.StopTransmitting(channel: "crew"),
  ]

  private static let locationCalls: [any KeyedCall] =
    [
      App.StartUpdatingLocation(),
      App.StartUpdatingLocation(
        desiredAccuracyMetres: 10,
        distanceFilterMetres: 0.5,
        allowsBackgroundUpdates: true,
        pausesAutomatically: false,
        activity: .fitness
      ),
      App.StopUpdatingLocation(), App.RequestLocation(accuracyMetres: 100),
      App.StartMonitoringSignificantChanges(), App.StopMonitoringSignificantChanges(),
      App.StartMonitoringVisits(), App.StopMonitoringVisits(),
      App.StartMonitoringRegion(region: region), App.StopMonitoringRegion(region: "home"),
      App.MonitoredRegions(), App.RequestRegionState(region: "home"), App.DeferLocationUpdates(),
      App.DeferLocationUpdates(untilTravelledMetres: 500, timeout: .minutes(5)),
      App.EndDeferral(), App.LocationAuthorization(), App.LocationAccuracy(),
      App.RequestFullAccuracy(purpose: "To find you."),
    ] + monitorCalls + liveCalls + beaconCalls

  private static let beaconCalls: [any KeyedCall] = [
    App.StartMonitoringBeacons(region: beaconRegion), App.MonitoredBeaconRegions(),
    App.StartRangingBeacons(beacon: beacon),
    App.StopRangingBeacons(beacon: BeaconIdentity(uuid: beacon.uuid)!),
  ]
  static let beaconRegion = BeaconRegion(
    identifier: "desk",
    identity: beacon,
    notifyOnExit: false,
    notifyEntryStateOnDisplay: true
  )

  static let beacon = BeaconIdentity(
    uuid: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0",
    major: 1,
    minor: 65_535
  )!
  static let circle = MonitorCondition.circle(center: region.center, radiusMetres: 150)
  static let monitorEvent = MonitorEvent(
    identifier: "home",
    state: .unmonitored,
    at: .at(.seconds(90)),
    obstacle: .accuracyLimited
  )

  private static let monitorCalls: [any KeyedCall] = [
    App.OpenMonitor(monitor: "house"), App.CloseMonitor(monitor: "house"),
    App.AddCondition(monitor: "house", identifier: "home", condition: circle),
    App.AddCondition(
      monitor: "house",
      identifier: "desk",
      condition: .beacon(beacon),
      assuming: .satisfied
    ),
    App.RemoveCondition(monitor: "house", identifier: "home"),
    App.MonitorRecords(monitor: "house"),
    App.TakeMonitorEvent(monitor: "house", identifier: "home", at: .at(.seconds(90))),
  ]

  private static let liveCalls: [any KeyedCall] =
    LiveConfiguration.allCases.map { App.StartLiveUpdates(configuration: $0) } + [
      App.StopLiveUpdates(), App.BeginBackgroundActivity(), App.EndBackgroundActivity(),
      App.HoldServiceSession(), App.EndServiceSession(),
    ]

  private static let notificationCalls: [any KeyedCall] =
    notifications.map { App.AddNotification(notification: $0) } + [
      App.RemovePendingNotifications(), App.RemovePendingNotifications(identifiers: []),
      App.RemovePendingNotifications(identifiers: ["tea", "cake"]),
      App.RemoveDeliveredNotifications(),
      App.RemoveDeliveredNotifications(identifiers: ["tea"]), App.PendingNotifications(),
      App.DeliveredNotifications(), App.SetNotificationCategories(categories: []),
      App.SetNotificationCategories(categories: [category]), App.SetBadge(count: 0),
      App.SetBadge(count: 7), App.PresentNotification(callback: token, options: []),
      App.PresentNotification(callback: token, options: App.PresentationOption.allCases),
      App.NotificationSettings(), App.AuthorizationStatus(use: .location),
      App.RequestAuthorization(use: .location, wantsAlways: true),
      App.RequestAuthorization(use: .notifications, isProvisional: true),
    ]

  static let notifications: [LocalNotification] = [
    notification,
    LocalNotification(identifier: "now", content: NotificationContent(body: "Now")),
    LocalNotification(
      identifier: "dawn",
      content: NotificationContent(body: "Up", sound: .standard, level: .passive),
      trigger: .calendar(
        CalendarMatch(
          year: 2026,
          month: 11,
          day: 22,
          weekday: 1,
          hour: 6,
          minute: 30,
          second: 0
        ),
        repeats: false
      )
    ),
    LocalNotification(
      identifier: "milk",
      content: NotificationContent(body: "Milk", level: .critical),
      trigger: .region(region, repeats: true)
    ),
  ]

  static let centralRequest = CentralRequestIdentifier(rawValue: 1 << 50)
  static let peripheralService = PeripheralService(
    number: "180D",
    characteristics: [
      PeripheralCharacteristic(
        number: "2A37",
        uses: PeripheralCharacteristic.Use.allCases
      )
    ]
  )

  private static let linkCalls: [any KeyedCall] =
    AudioCategory.allCases.map { App.ActivateAudioSession(category: $0) } + [
      App.ActivateAudioSession(category: .playback, mixesWithOthers: true),
      App.DeactivateAudioSession(notifiesOthers: true), App.DeactivateAudioSession(),
      App.OpenAccessory(accessory: "scale"), App.CloseAccessory(accessory: "scale"),
      App.ConnectedAccessories(),
      App.ConnectPeripheral(peripheral: "band", restoreIdentifier: "c1"),
      App.ConnectPeripheral(peripheral: "band"),
      App.CancelPeripheralConnection(peripheral: "band"),
      App.ScanForPeripherals(services: ["180d"], restoreIdentifier: "c1"),
      App.ScanForPeripherals(), App.StopScan(),
      App.SetNotifyValue(peripheral: "band", characteristic: "2a37", isOn: true),
      App.StartAdvertising(services: ["180a"]), App.StopAdvertising(),
      App.PublishServices(services: [peripheralService], restoreIdentifier: "p1"),
      App.PublishServices(),
      App.StandingBluetooth(restoreIdentifier: "c1"), App.StandingBluetooth(),
      App.AnswerCentral(request: centralRequest, answer: .value([0, 72])),
      App.AnswerCentral(request: centralRequest, answer: .value([])),
      App.AnswerCentral(request: centralRequest, answer: .failure(code: 0x80)),
      App.UpdateValue(service: "180D", characteristic: "2A37", value: [255]),
      App.WatchDescriptor(name: "server", purpose: .voIP),
      App.WatchDescriptor(name: "line", purpose: .accessory("scale")),
      App.WatchDescriptor(name: "pipe", purpose: .other),
      App.UnwatchDescriptor(name: "server"), App.SetKeepAlive(interval: .minutes(10)),
      App.ClearKeepAlive(),
    ]

  /// A reply of each type to those calls.
  static let serviceReplies: [any WireReply] = [
    App.RegisterForPush.Reply(token: "00ff"), NoReply(), App.MonitoredRegions.Reply(regions: []),
    App.MonitoredRegions.Reply(regions: [region]),
    App.LocationAuthorization.Reply(authorization: .whenInUse),
    App.MonitoredBeaconRegions.Reply(regions: [beaconRegion]),
    App.MonitorRecords.Reply(records: []),
    App.MonitorRecords.Reply(records: [
      MonitorRecord(condition: circle, lastEvent: monitorEvent),
      MonitorRecord(
        condition: .beacon(beacon),
        lastEvent: MonitorEvent(identifier: "desk", state: .satisfied, at: .zero)
      ),
    ]), App.LocationAccuracy.Reply(accuracy: .reduced), NoReply(),
    App.PendingNotifications.Reply(notifications: notifications),
    App.DeliveredNotifications.Reply(notifications: []),
    App.NotificationSettings.Reply(isAllowed: false), NoReply(),
    App.AuthorizationStatus.Reply(status: .authorizedWhenInUse, isAsked: false),
    App.RequestAuthorization.Reply(status: .notDetermined, isAsked: true),
    App.ConnectedAccessories.Reply(accessories: [Accessory(name: "scale"), printer]),
    App.StandingBluetooth.Reply(
      connections: [
        PeripheralConnection(peripheral: "band", isConnected: true, characteristics: ["2a37"])
      ],
      scan: ["180d"],
      advertising: [],
      services: [peripheralService],
      centrals: ["c1"],
      peripherals: ["p1"]
    ),
    App.StandingBluetooth.Reply(connections: [], services: [], centrals: [], peripherals: []),
    App.JoinChannel.Reply(token: "ff00"), NoReply(),
  ]

  static let serviceCallbacks: [ServiceCallback] =
    [
      .didReceiveIncomingPush(payload: #"{"aps":{}}"#, mustReport: true),
      .didDecide(.microphone, .denied),
      .audio(.interruptionBegan(.default)), .audio(.interruptionBegan(.appWasSuspended)),
      .audio(.interruptionEnded(shouldResume: true)),
      .accessory(.didConnect(accessory: "scale")), .accessory(.didDisconnect(accessory: "scale")),
      .accessory(.data(accessory: "scale")),
      .notifications(.willPresent(notification)),
      .notifications(.didReceiveResponse(NotificationResponse(notification: "tea"))),
      .notifications(
        .didReceiveResponse(
          NotificationResponse(notification: "tea", action: "say", text: "soon")
        )
      ),
      .bluetooth(.willRestoreState(identifier: "c1", peripherals: ["band"], services: [])),
      .bluetooth(.didConnect(peripheral: "band")), .bluetooth(.didDisconnect(peripheral: "band")),
      .bluetooth(.didDiscover(peripheral: "band", services: ["180d"])),
      .bluetooth(.data(peripheral: "band")), .bluetooth(.centralRequest()),
      .bluetooth(
        .centralRequest(
          CentralRequest(
            identifier: centralRequest,
            kind: .write,
            service: "180D",
            characteristic: "2A37",
            central: "AA:BB:CC:DD:EE:FF",
            offset: 4,
            value: [1, 2, 3]
          )
        )
      ),
      .bluetooth(
        .centralRequest(
          CentralRequest(
            identifier: nil,
            kind: .subscribe,
            service: "180D",
            characteristic: "2A37"
          )
        )
      ),
      .descriptor(.readable(name: "server", isHungUp: false)), .descriptor(.lost(name: "timer")),
      .descriptor(.keepAlive),
      .pushToTalk(.didRestore(channel: "crew")), .pushToTalk(.didLeave(channel: "crew")),
      .pushToTalk(.incomingPush(channel: "crew", payload: #"{"aps":{}}"#)),
      .pushToTalk(
        .serviceUpdate(channel: "crew", payload: "{}", isHighPriority: true, remaining: 5)
      ),
      .pushToTalk(.didActivateAudio(channel: "crew")),
      .pushToTalk(.didDeactivateAudio(channel: "crew")),
    ] + notifications.map { .notifications(.didReceiveLocal($0)) }
    + locationCallbacks.map { .location($0) }

  private static let locationCallbacks: [LocationCallback] =
    [
      .didUpdate([location, location]), .didEnterRegion("home"), .didExitRegion("home"),
      .monitoringDidFail(region: nil, .denied),
      .monitoringDidFail(region: "home", .regionMonitoringFailure),
      .didVisit(
        Visit(
          coordinate: region.center,
          horizontalAccuracyMetres: 30,
          arrival: nil,
          departure: .at(.minutes(50))
        )
      ),
      .didPauseUpdates, .didResumeUpdates, .didFinishDeferredUpdates(nil),
      .didFinishDeferredUpdates(.deferredCanceled), .didChangeAuthorization(.always),
      .didChangeAccuracy(.reduced), .didChangeCondition(monitor: "house", monitorEvent),
      .didRange(beacon, []), .rangingDidFail(beacon, .rangingFailure),
      .didRange(
        beacon,
        [
          Beacon(
            identity: beacon,
            proximity: .near,
            accuracyMetres: 1.5,
            signalStrength: -60
          ),
          Beacon(
            identity: beacon,
            proximity: .unknown,
            accuracyMetres: nil,
            signalStrength: 127
          ),
        ]
      ),
      .didUpdateLive(LiveUpdate(location: location)),
      .didUpdateLive(LiveUpdate(location: location, isStationary: true)),
      .didUpdateLive(LiveUpdate(location: nil, obstacle: .serviceSessionRequired)),
    ] + LocationError.allCases.map { .didFail($0) }
    + RegionState.allCases.map { .didDetermineState(region: "home", $0) }

  static let serviceRefusals: [ServiceRefusal] =
    [
      .notification(.intervalTooShort(.milliseconds(59_500), least: .seconds(60))),
      .notification(.impossibleDate), .notification(.notAllowed), .notification(.notAsked(token)),
      .notification(.unknownAction("pour", notification: "tea", known: ["drink", "wait"])),
      .notification(.unknownAction("pour", notification: "tea", known: [])),
      .notification(.notDelivered("tea")),
      .descriptor(.modeNotDeclared(.voip)), .descriptor(.tooMany(limit: 16)),
      .descriptor(.unknown(name: "server")),
      .descriptor(.keepAliveTooShort(.seconds(599), least: .seconds(600))),
      .descriptor(.notPollable(name: "server")), .modeNotDeclared(.location),
      .monitor(.isOpen(monitor: "house")), .monitor(.isNotOpen(monitor: "house")),
      .monitor(.tooMany(limit: 20)),
      .peripheral(.unsupported(profile: "ios4")),
      .peripheral(.unknownRequest(CentralRequestIdentifier(rawValue: 7))),
      .peripheral(.unknownCharacteristic(service: "180D", characteristic: "2A37")),
      .accessory(.alreadyConnected(name: "pump")), .accessory(.notSimulated(name: "pump")),
      .accessory(.tooMany(limit: 256)), .descriptor(.noSockets),
      .notAuthorized(.bluetooth), .notAuthorized(.accessories),
    ] + AudioError.allCases.map { .audio($0) } + LocationError.allCases.map { .location($0) }
    + PushToTalkError.allCases.map { .pushToTalk($0) }
}
