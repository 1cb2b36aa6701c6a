import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("What a desktop bridge and the daemon say")
struct BridgeMessageTests {
  @Test("come over the wire as they are")
  func roundTrips() throws {
    let call = Bridge.Report(facts: Samples.facts)
    #expect(try BridgeCall(method: "Report", parameters: call.parameters) == .report(call))
    let orders = Bridge.Attach.Reply(orders: Samples.orders + Samples.laterOrders)
    let reply = VarlinkReply(parameters: orders.parameters, continues: true)
    #expect(try Bridge.Attach().reply(from: reply) == orders)
    let attach = Bridge.Attach()
    #expect(try BridgeCall(method: "Attach", parameters: attach.parameters) == .attach(attach))
  }

  @Test("is as the interface describes it, and is tried for every case that there is")
  func descriptions() throws {
    let interface = try InterfaceText(BridgeInterface.description)
    let report = try #require(interface.methods["Report"]).parameters
    let facts = Bridge.Report(facts: Samples.facts).parameters
    #expect(interface.faults(in: facts, as: .fields(report), at: "Report") == [])
    let attach = try #require(interface.methods["Attach"]).reply
    let orders = Bridge.Attach.Reply(orders: Samples.orders + Samples.laterOrders).parameters
    #expect(interface.faults(in: orders, as: .fields(attach), at: "Attach") == [])
    #expect(
      ShownCases(in: Samples.facts + Samples.orders + Samples.laterOrders as [Any]).missing == []
    )
  }

  @Test("has exactly the words that the code has", arguments: BridgeInterface.words)
  func words(type: String, described: [String], used: [String]) {
    #expect(described == used, "\(type)")
  }

  @Test("of a newer daemon is followed as far as it is known")
  func unknownOrders() throws {
    let known = JSON.object(["thawed": .object(["launch": .string("7")])])
    let unknown = JSON.object(["dance": .object([])])
    let reply = VarlinkReply(parameters: .object(["orders": .array([unknown, known])]))
    #expect(try Bridge.Attach().reply(from: reply).orders == [.thawed(launch: "7")])
  }

  @Test("without orders is no reply to Attach")
  func noOrders() {
    let cause = "'orders' is missing or not of its type"
    #expect(throws: WireError.malformedMessage(cause: cause)) {
      try Bridge.Attach().reply(from: VarlinkReply())
    }
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
      (.focus(pids: [4, 0]), "focus.pids.1"),
      (.focus(pids: Array(repeating: 1, count: 1025)), "focus.pids"),
      (.pointerFocus(pids: [-1]), "pointerFocus.pids.0"),
      (.audio(streams: [AudioStream(pid: 0, isRecording: false)]), "audio.streams.0.pid"),
      (.mediaPlaying(pids: [0]), "mediaPlaying.pids.0"),
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
        "bluetooth.event.data.peripheral"
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
      (.statusItems(pids: [0]), "statusItems.pids.0"),
      (.busCallWaits(pid: 0, name: "a", member: "b"), "busCallWaits.pid"),
      (.busCallWaits(pid: 1, name: "", member: "b"), "busCallWaits.name"),
      (.grab(pid: -4), "grab.pid"),
      (
        .beacons(sightings: Array(repeating: Samples.sighting, count: 257)), "beacons.sightings"
      ),
      (
        .beacons(sightings: [Samples.sighting, Samples.sighting.with(uuid: "E2C5")]),
        "beacons.sightings.1.uuid"
      ),
      (
        .bluetooth(event: .connected(peripheral: "\u{7}")), "bluetooth.event.connected.peripheral"
      ),
      (
        .bluetooth(event: .discovered(peripheral: "a", services: ["b", "\u{7}"])),
        "bluetooth.event.discovered.services"
      ),
      (.busCallWaits(pid: 1, name: "a", member: "b\n"), "busCallWaits.member"),
      (.pushMessageWaits(pid: 1, name: "a\n"), "pushMessageWaits.name"),
      (.pushMessageAnswered(identifier: "", outcome: .later), "pushMessageAnswered.identifier"),
      (
        .pushMessageAnswered(identifier: "\u{7}", outcome: .later),
        "pushMessageAnswered.identifier"
      ),
      (.pushChannels(channels: [], ended: [Samples.channel, "c"]), "pushChannels.ended.1"),
      (.pushChannels(channels: [PushChannel(channel: "c")], ended: []), "pushChannels.channels.0"),
      (
        .pushChannels(
          channels: [
            PushChannel(channel: Samples.channel, key: Samples.pushKey),
            PushChannel(channel: Samples.channel, key: String(repeating: "A", count: 87)),
          ],
          ended: []
        ),
        "pushChannels.channels.1"
      ),
    ] as [(fact: BridgeFact, parameter: String)]
  )
  func faults(fact: BridgeFact, parameter: String) {
    #expect(throws: WireError.invalidParameter(parameter: "facts.1.\(parameter)")) {
      let report = Bridge.Report(facts: [.grab(pid: 1), fact])
      return try BridgeCall(method: "Report", parameters: report.parameters)
    }
  }

  @Test("is at most 256 facts at once, of which none is unknown")
  func reports() {
    let many = Bridge.Report(facts: Array(repeating: BridgeFact.grab(pid: 1), count: 257))
    #expect(throws: WireError.invalidParameter(parameter: "facts")) {
      try BridgeCall(method: "Report", parameters: many.parameters)
    }
    #expect(throws: WireError.methodNotFound(method: "io.torpor.Bridge.Dance")) {
      try BridgeCall(method: "Dance", parameters: .object([]))
    }
  }

  @Test(
    "that no bridge says is refused by the way to what is wrong",
    arguments: [
      (#"{"dance":{}}"#, "facts.0.dance"), ("{}", "facts.0"), ("7", "facts.0"),
      (#"{"grab":{"pid":1},"locked":{"isLocked":true}}"#, "facts.0"),
      (#"{"grab":7}"#, "facts.0.grab"), (#"{"grab":{}}"#, "facts.0.grab.pid"),
      (#"{"grab":{"pid":"1"}}"#, "facts.0.grab.pid"),
      (#"{"grab":{"pid":1,"name":"a"}}"#, "facts.0.grab.name"),
      (#"{"bluetooth":{"event":{"dance":{}}}}"#, "facts.0.bluetooth.event.dance"),
      (
        #"{"bluetooth":{"event":{"centralRequest":{"app":"a.b","request":"#
          + #"{"kind":"read","service":"a","characteristic":"b","offset":0,"value":[0,256]}}}}}"#,
        "facts.0.bluetooth.event.centralRequest.request.value.1"
      ),
    ]
  )
  func malformed(fact: String, parameter: String) throws {
    let fact = try JSON(parsing: Array(fact.utf8))
    #expect(throws: WireError.invalidParameter(parameter: parameter)) {
      try BridgeCall(method: "Report", parameters: .object(["facts": .array([fact])]))
    }
  }

  @Test("of the desktop's texts is cut between characters and cleaned")
  func cutting() {
    #expect(BridgeText.cut("aä\u{1b}b\nc", to: 100) == "aä b\nc")
    #expect(BridgeText.cut("äää", to: 5) == "ää")
    #expect(BridgeText.cut("", to: 5) == "")
    #expect(BridgeText.line(" a b \n\n c\u{7}\n", to: 100) == "a b c ")
  }

  @Test("when another takes its place reads as a sentence with the next step")
  func replaced() throws {
    let reply = VarlinkReply(WireError.bridgeReplaced)
    #expect(throws: WireError.bridgeReplaced) { try Bridge.Attach().reply(from: reply) }
    #expect(
      WireError.bridgeReplaced.sentence
        == "A newer torpor-session of the same user has replaced this one. End one of the two: the "
        + "daemon works with one for each user."
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
