import Testing
import TorporModel

@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call of a service for modes")
struct ModeCallTests {
  @Test("comes back from its message as it was", arguments: Samples.modeRequests)
  func roundTrip(request: ModeRequest) throws {
    let call = AppCall(.mode(request), key: "k9")
    let message = try VarlinkCall(message: call.varlinkCall().bytes.dropLast()[...])
    let name = try #require(message.nameParts).1
    #expect(try AppCall(method: name, parameters: message.parameters) == call)
  }

  @Test("is made of every method that is described")
  func methods() {
    #expect(Set(Samples.modeRequests.map(\.method)) == Set(ModeRequest.methods))
  }

  @Test(
    "may leave out what has Apple's default",
    arguments: [
      ("StartUpdatingLocation", "{}", .location(.startUpdating(LocationSession()))),
      ("RequestLocation", "{}", .location(.requestOnce(accuracyMetres: 0))),
      (
        "StartMonitoringRegion",
        #"{"region":{"identifier":"a","latitude":1,"longitude":2,"radiusMetres":3}}"#,
        .location(
          .startMonitoring(
            CircularRegion(
              identifier: "a",
              center: Coordinate(latitude: 1, longitude: 2),
              radiusMetres: 3
            )
          )
        )
      ),
      (
        "AddNotification", #"{"notification":{"identifier":"a"}}"#,
        .notifications(
          .add(LocalNotification(identifier: "a", content: NotificationContent()))
        )
      ),
      (
        "ActivateAudioSession", #"{"category":"playback"}"#,
        .audio(.activate(AudioSession(category: .playback)))
      ),
      ("DeactivateAudioSession", "{}", .audio(.deactivate(notifiesOthers: false))),
      ("ScanForPeripherals", "{}", .bluetooth(.scan(services: [], restoreIdentifier: nil))),
    ] as [(String, String, ModeRequest)]
  )
  func defaults(method: String, parameters: String, request: ModeRequest) throws {
    #expect(
      try AppCall(method: method, parameters: json(parameters)).request == .mode(request)
    )
  }

  @Test("brings a descriptor and its number in the app to the host, beside the request")
  func descriptor() throws {
    var session = WireSession(information: ServiceInformation(version: "0.1.0"))
    let handOver = AppRequest.mode(.descriptor(.handOver(name: "server", purpose: .voIP)))
    let call = AppCall(handOver, descriptorNumber: 12)
    let output = session.receive(call.varlinkCall(isOneway: true).bytes, descriptors: [40])
    #expect(output.calls.map(\.method) == [.app(handOver)])
    #expect(output.calls.map(\.descriptors) == [[40]])
    #expect(output.calls.map(\.descriptorNumber) == [12])
    // One is enough, and two could not be told apart.
    let two = session.receive(call.varlinkCall().bytes, descriptors: [41, 42])
    #expect(two.calls.isEmpty)
    #expect(two.unwantedDescriptors == [41, 42])
    let other = AppCall(.mode(.descriptor(.takeBack(name: "server"))))
    #expect(session.receive(other.varlinkCall().bytes, descriptors: [43]).calls.isEmpty)
  }
}

@Suite("What a service for modes says")
struct ModeAnswerTests {
  @Test("as a reply comes back as it was", arguments: Samples.modeReplies)
  func replies(request: ModeRequest, reply: Reply) throws {
    let message = try VarlinkReply(message: reply.varlinkReply.bytes.dropLast())
    #expect(try Reply(to: .mode(request), from: message) == reply)
  }

  @Test("as an event comes back with all its members", arguments: Samples.modeCallbacks)
  func events(callback: ModeCallback) throws {
    let event = AttachReply.event(Delivery(token: Samples.token, callback: .mode(callback)))
    let message = try VarlinkReply(message: event.varlinkReply.bytes.dropLast())
    #expect(try AttachReply(from: message) == event)
  }

  @Test("as an event has a fixed name, and its members beside it")
  func eventText() {
    let callback = Callback.mode(.descriptor(.readable(name: "server", isHungUp: true)))
    let event = AttachReply.event(Delivery(token: Samples.token, callback: callback))
    #expect(
      String(decoding: event.varlinkReply.parameters.bytes, as: UTF8.self)
        == #"{"event":{"callback":"12","hasCompletionHandler":false,"#
        + #""name":"socketReadable","descriptor":"server","isHungUp":true}}"#
    )
  }

  @Test(
    "and this version does not understand is an event that nobody knows",
    arguments: [
      #""name":"didVisit""#, #""name":"didFailWithError","locationError":99"#,
      #""name":"didDetermineState","region":"home","regionState":"near""#,
      #""name":"willPresent","notification":{"identifier":""}"#,
      #""name":"socketReadable","descriptor":"server""#,
      #""name":"didUpdateLocations","locations":[{"latitude":91,"longitude":0}]"#,
    ]
  )
  func unknownEvents(members: String) throws {
    let reply = try AttachReply(
      from: VarlinkReply(parameters: json(#"{"event":{"callback":"4",\#(members)}}"#))
    )
    guard case .unknownEvent(CallbackToken(rawValue: 4), _) = reply else {
      Issue.record("\(reply) was expected to be unknown")
      return
    }
  }

  @Test("may hold more than this version knows")
  func newer() throws {
    let text =
      #"{"regions":[{"identifier":"a","latitude":1,"longitude":2,"radiusMetres":3,"shape":"o"}]}"#
    let reply = try Reply(
      to: .mode(.location(.monitoredRegions)),
      from: VarlinkReply(parameters: json(text))
    )
    guard case .mode(.regions(let regions)) = reply else {
      Issue.record("\(reply)")
      return
    }
    #expect(regions.map(\.identifier) == ["a"])
  }

  @Test(
    "and makes no sense is named",
    arguments: [
      (.push(.register(.remote, token: "")), "{}", "token"),
      (
        .location(.monitoredRegions), #"{"regions":[{"identifier":"a"}]}"#, "regions.0.radiusMetres"
      ),
      (.location(.authorizationStatus), #"{"authorization":"maybe"}"#, "authorization"),
      (.notifications(.pending), "{}", "notifications"),
      (.notifications(.settings), #"{"isAllowed":1}"#, "isAllowed"),
      (.accessory(.connected), "{}", "accessories"),
    ] as [(ModeRequest, String, String)]
  )
  func nonsense(request: ModeRequest, text: String, member: String) throws {
    let reply = VarlinkReply(parameters: try json(text))
    #expect(
      throws: WireError.malformedMessage(cause: "'\(member)' is missing or not of its type")
    ) {
      try Reply(to: .mode(request), from: reply)
    }
  }
}
