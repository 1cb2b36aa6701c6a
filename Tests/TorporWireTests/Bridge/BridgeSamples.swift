import TorporModel

@testable import TorporWire

// One value of every case of the vocabulary of bridges, with and without what may be missing.

extension Samples {
  static let sighting = BeaconSighting(
    uuid: "e2c56db5-dffb-48d2-b060-d0f5a71096e0",
    major: 1,
    minor: 65_535,
    signalStrength: -70,
    strengthAtOneMetre: -59
  )

  static let publishedServices = [
    PeripheralService(
      number: "180d",
      characteristics: [
        PeripheralCharacteristic(
          number: "2a37",
          uses: [.read, .write, .writeWithoutResponse, .notify, .indicate]
        )
      ]
    ),
    PeripheralService(number: "180f", characteristics: []),
  ]

  static let centralRequestNumber = CentralRequestIdentifier(rawValue: 1 << 50)

  static let bluetoothEvents: [BluetoothEvent] = [
    .power(isOn: true), .connected(peripheral: "AA:BB"), .disconnected(peripheral: "AA:BB"),
    .discovered(peripheral: "AA:BB", services: ["180d", "180f"]),
    .discovered(peripheral: "AA:BB", services: []), .data(peripheral: "AA:BB"),
    .centralRequest(app: mail),
    .centralRequest(
      app: mail,
      request: CentralRequest(
        identifier: centralRequestNumber,
        kind: .write,
        service: "180d",
        characteristic: "2a37",
        central: "CC:DD",
        offset: 3,
        value: [0, 255]
      )
    ),
    .centralRequest(
      app: mail,
      request: CentralRequest(
        identifier: nil,
        kind: .subscribe,
        service: "180d",
        characteristic: "2a37"
      )
    ),
  ]

  /// Those of the first message in `Golden/bridge-messages.txt` that has all of them.
  static let firstFacts: [BridgeFact] =
    [
      .part(name: "power", isAvailable: false, cause: "no bus"),
      .part(name: "power", isAvailable: true, cause: nil),
      .power(isOnExternalPower: true, batteryPercent: nil),
      .power(isOnExternalPower: false, batteryPercent: 40),
      .metered(isMetered: nil), .metered(isMetered: true),
      .idle(isIdle: true, sinceMicrosecondsAgo: 5), .locked(isLocked: true),
      .prepareForSleep(isStarting: true), .prepareForShutdown(isStarting: true),
      .focus(pids: [1, 2]),
      .pointerFocus(pids: []),
      .audio(streams: [AudioStream(pid: 3, isRecording: true)]),
      .audio(streams: [AudioStream(pid: 3, isRecording: false, isSilent: true, isVideo: false)]),
      .mediaPlaying(pids: [4]),
      .location(
        fix: BridgeFix(
          latitudeDegrees: 52.5,
          longitudeDegrees: -13.25,
          horizontalAccuracyMetres: 20,
          ageMicroseconds: 1,
          speedMetresPerSecond: 1.5,
          courseDegrees: 90,
          altitudeMetres: -3
        )
      ),
      .location(
        fix: BridgeFix(latitudeDegrees: 0, longitudeDegrees: 0, horizontalAccuracyMetres: 0.5)
      ),
      .beacons(sightings: [sighting]), .notificationShown(key: "a b"),
      .notificationAnswered(key: "a b", action: "x", text: "y\nz"),
      .notificationAnswered(key: "a b", action: "default", text: nil),
      .notificationClosed(key: "a b", wasDismissed: true), .statusItems(pids: [5]),
      .busCallWaits(pid: 5, name: "org.a", member: "Ping"), .grab(pid: 6),
    ] + bluetoothEvents.map { .bluetooth(event: $0) }

  static let channel = "5e9f4b52-0f6b-4d9e-9a67-0d6f0f5f4a11"
  static let pushKey = "B" + String(repeating: "A", count: 86)

  static let facts: [BridgeFact] =
    firstFacts + [
      .screenSaver(isOn: true),
      .windows(windows: nil),
      .windows(
        windows: WindowVisibility.allCases.map {
          ProcessWindows(pid: 9, visibility: $0, isTerminal: $0 == .visible)
        }
      ),
      .snapshot(app: mail, path: "/s/mail.png", takenWallMicroseconds: 7),
      .snapshot(app: mail, path: nil, takenWallMicroseconds: nil),
      .pushChannels(channels: [], ended: []),
      .pushChannels(
        channels: [PushChannel(channel: channel, key: pushKey), PushChannel(channel: channel)],
        ended: [channel]
      ),
      .pushMessageWaits(pid: 5, name: "org.a"),
    ]
    + [MessageOutcome.delivered, .later, .unknown, .refused].map {
      .pushMessageAnswered(identifier: "1 a", outcome: $0)
    }

  static let bluetoothOrders: [BluetoothOrder] = [
    .connect(peripheral: "AA:BB"), .disconnect(peripheral: "AA:BB"),
    .scan(isOn: true, services: ["180d"]), .scan(isOn: false, services: []),
    .subscribe(peripheral: "AA:BB", characteristic: "2a37", isOn: true),
    .advertise(app: mail, services: ["180d"]), .serve(app: mail, services: publishedServices),
    .answer(request: centralRequestNumber, .value([1, 2, 255])),
    .answer(request: centralRequestNumber, .failure(code: 14)),
    .updateValue(app: mail, service: "180d", characteristic: "2a37", value: [7]),
  ]

  static let orders: [BridgeOrder] =
    [
      .showNotification(
        notification: BridgeNotification(
          key: "a b",
          appName: "A",
          title: "T",
          body: "B",
          sound: "bell",
          actions: [
            BridgeNotification.Action(id: "x", title: "X", takesText: true),
            BridgeNotification.Action(id: BridgeNotification.tap, title: "Open"),
          ],
          urgency: .critical,
          icon: "/a.png"
        )
      ),
      .showNotification(notification: BridgeNotification(key: "a", appName: "A", title: "T")),
      .showNotification(
        notification: BridgeNotification(key: "a", appName: "A", title: "T", urgency: .low)
      ),
      .withdrawNotification(key: "a b"), .locate(demand: nil),
      .locate(
        demand: BridgeLocationDemand(
          accuracyMetres: 100,
          intervalMicroseconds: 1,
          distanceMetres: 0.5
        )
      ),
      .allowSleep, .suspend, .listen(launches: ["7", "12"], pids: nil),
      .scanForBeacons(demand: nil),
      .scanForBeacons(demand: BeaconDemand(uuids: [sighting.uuid], intervalSeconds: 10)),
      .frozen(launch: "7", pids: [1]), .thawed(launch: "7"),
    ] + bluetoothOrders.map { .bluetooth(order: $0) }

  /// Orders that came later than the golden messages, which have all others in one.
  static let laterOrders: [BridgeOrder] = [
    .showNotification(
      notification: BridgeNotification(key: "a", appName: "A", title: "T", percent: 43)
    ),
    .showBadge(app: mail, count: 3), .showBadge(app: mail, count: 0),
    .takeSnapshot(app: mail, launch: "7"), .removeSnapshot(app: mail), .servePushes,
    .pushEndpoint(channel: "c", endpoint: "https://a/b"), .pushChannelEnded(channel: "c"),
    .bringPushMessage(channel: "c", identifier: "1 a", data: "AAEC"),
  ]
}
