import TorporModel

@testable import TorporWire

/// One value of every case of the services for modes.
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

  static let modeRequests: [ModeRequest] =
    PushTokenKind.allCases.flatMap { kind -> [ModeRequest] in
      [.push(.register(kind, token: "")), .push(.unregister(kind))]
    } + [.push(.reportCall), .push(.endCall)] + locationRequests.map { .location($0) }
    + notificationRequests.map { .notifications($0) } + linkRequests
    + channelRequests.map { .pushToTalk($0) }

  private static let channelRequests: [PushToTalkRequest] = [
    .join(channel: "crew", token: ""), .leave(channel: "crew"),
    .setActiveParticipant("Ada", channel: "crew"), .setActiveParticipant(nil, channel: "crew"),
    .beginTransmitting(channel: "crew"), .stopTransmitting(channel: "crew"),
  ]

  private static let locationRequests: [LocationRequest] =
    [
      .startUpdating(LocationSession()),
      .startUpdating(
        LocationSession(
          desiredAccuracyMetres: 10,
          distanceFilterMetres: 0.5,
          allowsBackgroundUpdates: true,
          pausesAutomatically: false,
          activity: .fitness
        )
      ),
      .stopUpdating, .requestOnce(accuracyMetres: 100),
      .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits,
      .startMonitoring(region), .stopMonitoring(region: "home"), .monitoredRegions,
      .requestState(region: "home"), .deferUpdates(untilTravelledMetres: nil, timeout: nil),
      .deferUpdates(untilTravelledMetres: 500, timeout: .minutes(5)), .endDeferral,
      .authorizationStatus, .accuracyAuthorization, .requestFullAccuracy(purpose: "To find you."),
    ] + monitorRequests.map { .monitor($0) } + liveRequests.map { .live($0) }
    + beaconRequests.map { .beacons($0) }

  private static let beaconRequests: [BeaconRequest] = [
    .startMonitoring(beaconRegion), .monitoredRegions, .startRanging(beacon),
    .stopRanging(BeaconIdentity(uuid: beacon.uuid)!),
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

  private static let monitorRequests: [MonitorRequest] = [
    .open(monitor: "house"), .close(monitor: "house"),
    .add(monitor: "house", identifier: "home", condition: circle, assuming: .unknown),
    .add(monitor: "house", identifier: "desk", condition: .beacon(beacon), assuming: .satisfied),
    .remove(monitor: "house", identifier: "home"), .records(monitor: "house"),
    .take(monitor: "house", identifier: "home", at: .at(.seconds(90))),
  ]

  private static let liveRequests: [LiveRequest] =
    LiveConfiguration.allCases.map { .start($0) } + [
      .stop, .beginBackgroundActivity, .endBackgroundActivity, .holdServiceSession,
      .endServiceSession,
    ]

  private static let notificationRequests: [NotificationCenterRequest] =
    notifications.map { .add($0) } + [
      .removePending(nil), .removePending([]), .removePending(["tea", "cake"]),
      .removeDelivered(nil), .removeDelivered(["tea"]), .pending, .delivered,
      .setCategories([]), .setCategories([category]), .setBadge(0), .setBadge(7),
      .present(callback: token, []),
      .present(callback: token, [.badge, .sound, .list, .banner]), .settings,
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

  private static let linkRequests: [ModeRequest] =
    AudioCategory.allCases.map { .audio(.activate(AudioSession(category: $0))) } + [
      .audio(.activate(AudioSession(category: .playback, mixesWithOthers: true))),
      .audio(.deactivate(notifiesOthers: true)), .audio(.deactivate(notifiesOthers: false)),
      .accessory(.open(accessory: "scale")), .accessory(.close(accessory: "scale")),
      .accessory(.connected),
      .bluetooth(.connect(peripheral: "band", restoreIdentifier: "c1")),
      .bluetooth(.connect(peripheral: "band", restoreIdentifier: nil)),
      .bluetooth(.cancelConnection(peripheral: "band")),
      .bluetooth(.scan(services: ["180d"], restoreIdentifier: "c1")),
      .bluetooth(.scan(services: [], restoreIdentifier: nil)), .bluetooth(.stopScan),
      .bluetooth(.subscribe(peripheral: "band", characteristic: "2a37", isOn: true)),
      .bluetooth(.advertise(services: ["180a"], restoreIdentifier: nil)),
      .bluetooth(.stopAdvertising),
      .bluetooth(.publish(services: [peripheralService], restoreIdentifier: "p1")),
      .bluetooth(.publish(services: [], restoreIdentifier: nil)),
      .bluetooth(.answer(request: centralRequest, .value([0, 72]))),
      .bluetooth(.answer(request: centralRequest, .value([]))),
      .bluetooth(.answer(request: centralRequest, .failure(code: 0x80))),
      .bluetooth(.updateValue(service: "180D", characteristic: "2A37", value: [255])),
      .descriptor(.handOver(name: "server", purpose: .voIP)),
      .descriptor(.handOver(name: "line", purpose: .accessory("scale"))),
      .descriptor(.handOver(name: "pipe", purpose: .other)),
      .descriptor(.takeBack(name: "server")), .descriptor(.setKeepAlive(.minutes(10))),
      .descriptor(.clearKeepAlive),
    ]

  static let modeReplies: [(request: ModeRequest, reply: Reply)] = [
    (.push(.register(.remote, token: "")), .mode(.pushToken("00ff"))),
    (.push(.reportCall), .done),
    (.location(.monitoredRegions), .mode(.regions([]))),
    (.location(.monitoredRegions), .mode(.regions([region]))),
    (.location(.authorizationStatus), .mode(.locationAuthorization(.whenInUse))),
    (.location(.beacons(.monitoredRegions)), .mode(.beaconRegions([beaconRegion]))),
    (.location(.monitor(.records(monitor: "house"))), .mode(.monitorRecords([]))),
    (
      .location(.monitor(.records(monitor: "house"))),
      .mode(
        .monitorRecords([
          MonitorRecord(condition: circle, lastEvent: monitorEvent),
          MonitorRecord(
            condition: .beacon(beacon),
            lastEvent: MonitorEvent(identifier: "desk", state: .satisfied, at: .zero)
          ),
        ])
      )
    ),
    (.location(.accuracyAuthorization), .mode(.locationAccuracy(.reduced))),
    (.location(.stopUpdating), .done),
    (.notifications(.pending), .mode(.notifications(notifications))),
    (.notifications(.delivered), .mode(.notifications([]))),
    (.notifications(.settings), .mode(.notificationsAllowed(false))),
    (.notifications(.setBadge(1)), .done),
    (.accessory(.connected), .mode(.accessories([Accessory(name: "scale"), printer]))),
    (.pushToTalk(.join(channel: "crew", token: "")), .mode(.pushToken("ff00"))),
    (.pushToTalk(.leave(channel: "crew")), .done),
    (.descriptor(.takeBack(name: "a")), .refused(.mode(.descriptor(.unknown(name: "a"))))),
  ]

  static let modeCallbacks: [ModeCallback] =
    [
      .didReceiveIncomingPush(payload: #"{"aps":{}}"#, mustReport: true),
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

  static let modeRefusals: [ModeRefusal] =
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
      .peripheral(.unknownRequest(CentralRequestIdentifier(rawValue: 7))),
      .peripheral(.unknownCharacteristic(service: "180D", characteristic: "2A37")),
      .accessory(.alreadyConnected(name: "pump")), .accessory(.notDeclared(name: "pump")),
      .accessory(.tooMany(limit: 256)), .descriptor(.noSockets),
    ] + AudioError.allCases.map { .audio($0) } + LocationError.allCases.map { .location($0) }
    + PushToTalkError.allCases.map { .pushToTalk($0) }
}
