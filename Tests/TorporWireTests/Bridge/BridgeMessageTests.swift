import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("What a desktop bridge and the daemon say")
struct BridgeMessageTests {
  private static let facts: [BridgeFact] = [
    .part(name: "power", isAvailable: false, cause: "no bus"),
    .part(name: "power", isAvailable: true, cause: nil),
    .power(isOnExternalPower: true, batteryPercent: nil), .metered(isMetered: nil),
    .metered(isMetered: true), .idle(isIdle: true, sinceMicrosecondsAgo: 5),
    .locked(isLocked: true), .sleepIsNear(isNear: true), .shutdownIsNear(isNear: true),
    .focus(pids: [1, 2]),
    .hovered(pids: []), .audio(streams: [AudioStream(pid: 3, isRecording: true)]),
    .mediaPlaying(pids: [4]),
    .location(
      fix: BridgeFix(
        latitudeDegrees: 52.5,
        longitudeDegrees: -13.25,
        horizontalAccuracyMetres: 20,
        ageMicroseconds: 1,
        speedMetresPerSecond: 1.5
      )
    ),
    .bluetooth(event: .discovered(peripheral: "AA:BB", services: ["180d"])),
    .beacons(sightings: [sighting]),
    .bluetooth(
      event: .centralRequest(
        app: AppIdentifier("com.example.lock")!,
        request: CentralRequest(
          identifier: CentralRequestIdentifier(rawValue: 1 << 50),
          kind: .write,
          service: "180d",
          characteristic: "2a37",
          value: [0, 255]
        )
      )
    ),
    .notificationShown(key: "a b"), .notificationAnswered(key: "a b", action: "x", text: "y\nz"),
    .notificationClosed(key: "a b", wasDismissed: true), .statusItems(pids: [5]),
    .busCallWaits(pid: 5, name: "org.a", member: "Ping"), .grab(pid: 6),
  ]

  private static let sighting = BeaconSighting(
    uuid: "e2c56db5-dffb-48d2-b060-d0f5a71096e0",
    major: 1,
    minor: 65_535,
    signalStrength: -70,
    strengthAtOneMetre: -59
  )

  @Test("come over the wire as they are")
  func roundTrips() throws {
    let parameters = BridgeCall.report(Self.facts).varlinkCall.parameters
    #expect(try BridgeCall(method: "Report", parameters: parameters) == .report(Self.facts))
    let orders = BridgeOrders([
      .showNotification(
        notification: BridgeNotification(
          key: "a b",
          appName: "A",
          title: "T",
          actions: [BridgeNotification.Action(id: "x", title: "X", takesText: true)],
          urgency: .critical
        )
      ),
      .withdrawNotification(key: "a b"), .locate(demand: nil),
      .locate(
        demand: BridgeLocationDemand(
          accuracyMetres: 100,
          intervalMicroseconds: 1,
          distanceMetres: 0
        )
      ),
      .bluetooth(order: .scan(isOn: true, services: ["180d"])), .maySleep, .suspend,
      .lookForBeacons(demand: nil),
      .lookForBeacons(demand: BeaconDemand(uuids: [Self.sighting.uuid], intervalSeconds: 10)),
      .frozen(launch: "7", pids: [1]), .thawed(launch: "7"),
    ])
    #expect(try BridgeOrders(from: orders.varlinkReply) == orders)
  }

  @Test("is written as the description of the interface has it")
  func shape() throws {
    let call = BridgeCall.report([.power(isOnExternalPower: false, batteryPercent: 40)]).varlinkCall
    #expect(
      String(decoding: call.bytes.dropLast(), as: UTF8.self)
        == #"{"method":"io.torpor.Bridge.Report","parameters":{"facts":[{"power":"#
        + #"{"batteryPercent":40,"isOnExternalPower":false}}]},"oneway":true}"#
    )
  }

  @Test("of a newer daemon is followed as far as it is known")
  func unknownOrders() throws {
    let known = JSON.object(["thawed": .object(["launch": .string("7")])])
    let unknown = JSON.object(["dance": .object([])])
    let reply = VarlinkReply(parameters: .object(["orders": .array([unknown, known])]))
    #expect(try BridgeOrders(from: reply).orders == [.thawed(launch: "7")])
  }

  @Test(
    "is refused by name where it is beyond a limit, or no such value",
    arguments: [
      (BridgeFact.power(isOnExternalPower: true, batteryPercent: 101), "power.batteryPercent"),
      (.power(isOnExternalPower: true, batteryPercent: -1), "power.batteryPercent"),
      (.part(name: "", isAvailable: true, cause: nil), "part.name"),
      (.part(name: "a\u{1b}", isAvailable: true, cause: nil), "part.name"),
      (.part(name: "a", isAvailable: true, cause: "\u{7}"), "part.cause"),
      (.part(name: "a", isAvailable: true, cause: "a\nb"), "part.cause"),
      (.idle(isIdle: true, sinceMicrosecondsAgo: -1), "idle.sinceMicrosecondsAgo"),
      (.focus(pids: [0]), "focus.pids"),
      (.focus(pids: Array(repeating: 1, count: 1025)), "focus.pids"),
      (.hovered(pids: [-1]), "hovered.pids"),
      (.audio(streams: [AudioStream(pid: 0, isRecording: false)]), "audio.streams"),
      (.mediaPlaying(pids: [0]), "mediaPlaying.pids"),
      (
        .location(
          fix: BridgeFix(
            latitudeDegrees: 91,
            longitudeDegrees: 0,
            horizontalAccuracyMetres: 1
          )
        ), "location.fix.latitudeDegrees"
      ),
      (
        .bluetooth(event: .data(peripheral: String(repeating: "a", count: 256))),
        "bluetooth.event"
      ),
      (
        .notificationShown(key: String(repeating: "k", count: 4097)), "notificationShown.key"
      ),
      (
        .notificationAnswered(key: "k", action: "", text: nil), "notificationAnswered.action"
      ),
      (
        .notificationAnswered(key: "k", action: "a", text: String(repeating: "t", count: 4097)),
        "notificationAnswered.text"
      ),
      (.statusItems(pids: [0]), "statusItems.pids"),
      (.busCallWaits(pid: 0, name: "a", member: "b"), "busCallWaits.pid"),
      (.busCallWaits(pid: 1, name: "", member: "b"), "busCallWaits.name"),
      (.grab(pid: -4), "grab.pid"),
      (
        .beacons(sightings: Array(repeating: sighting, count: 257)), "beacons.sightings"
      ),
      (.beacons(sightings: [sighting.with(uuid: "E2C5")]), "beacons.sightings"),
    ]
  )
  func faults(fact: BridgeFact, parameter: String) {
    #expect(throws: WireError.invalidParameter(parameter: "facts.\(parameter)")) {
      try BridgeCall(
        method: "Report",
        parameters: BridgeCall.report([fact]).varlinkCall.parameters
      )
    }
  }

  @Test("is at most 256 facts at once, of which none is unknown")
  func reports() {
    let many = Array(repeating: BridgeFact.grab(pid: 1), count: 257)
    #expect(throws: WireError.invalidParameter(parameter: "facts")) {
      try BridgeCall(method: "Report", parameters: BridgeCall.report(many).varlinkCall.parameters)
    }
    #expect(throws: WireError.self) {
      try BridgeCall(
        method: "Report",
        parameters: .object(["facts": .array([.object(["dance": .object([])])])])
      )
    }
    #expect(throws: WireError.methodNotFound(method: "io.torpor.Bridge.Dance")) {
      try BridgeCall(method: "Dance", parameters: .object([]))
    }
  }

  @Test("of the desktop's texts is cut between characters and cleaned")
  func cutting() {
    #expect(BridgeLimits.cut("aä\u{1b}b\nc", to: 100) == "aä b\nc")
    #expect(BridgeLimits.cut("äää", to: 5) == "ää")
    #expect(BridgeLimits.cut("", to: 5) == "")
    #expect(BridgeLimits.line(" a b \n\n c\u{7}\n") == "a b c ")
  }

  @Test("when another takes its place reads as a sentence with the next step")
  func replaced() throws {
    let reply = VarlinkReply(WireError.bridgeReplaced)
    #expect(throws: WireError.bridgeReplaced) { try BridgeOrders(from: reply) }
    #expect(
      WireError.bridgeReplaced.sentence
        == "A newer torpor-session of the same user has taken this one's place. End one of the two: "
        + "the daemon takes orders to one for each user."
    )
  }
}

extension BeaconSighting {
  fileprivate func with(uuid: String) -> BeaconSighting {
    var copy = self
    copy.uuid = uuid
    return copy
  }
}
