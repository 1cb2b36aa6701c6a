import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call of a background service")
struct ServiceCallTests {
  @Test(
    "may leave out what has Apple's default",
    arguments: [
      ("StartUpdatingLocation", "{}", App.StartUpdatingLocation()),
      ("RequestLocation", "{}", App.RequestLocation(accuracyMetres: 0)),
      (
        "StartMonitoringRegion",
        #"{"region":{"identifier":"a","latitude":1,"longitude":2,"radiusMetres":3}}"#,
        App.StartMonitoringRegion(
          region: CircularRegion(
            identifier: "a",
            center: Coordinate(latitude: 1, longitude: 2),
            radiusMetres: 3
          )
        )
      ),
      (
        "AddNotification", #"{"notification":{"identifier":"a"}}"#,
        App.AddNotification(
          notification: LocalNotification(identifier: "a", content: NotificationContent())
        )
      ),
      (
        "ActivateAudioSession", #"{"category":"playback"}"#,
        App.ActivateAudioSession(category: .playback)
      ),
      ("DeactivateAudioSession", "{}", App.DeactivateAudioSession(notifiesOthers: false)),
      ("ScanForPeripherals", "{}", App.ScanForPeripherals(services: [])),
    ] as [(String, String, any WireCall)]
  )
  func defaults(method: String, parameters: String, call: any WireCall) throws {
    let read = try AppCall(method: method, parameters: json(parameters)).call
    #expect(AnyHashable(read) == AnyHashable(call))
  }

  @Test("brings a descriptor to the host")
  func descriptor() throws {
    var session = WireSession(information: ServiceInformation(version: "0.1.0"))
    let call = App.WatchDescriptor(name: "server", purpose: .voIP, number: 12)
    let output = session.receive(call.onewayCall.bytes, descriptors: [40])
    #expect(output.calls.map(\.method) == [.app(.watchDescriptor(call))])
    #expect(output.calls.map(\.descriptors) == [[40]])
    // One is enough, and two could not be told apart.
    let two = session.receive(call.varlinkCall.bytes, descriptors: [41, 42])
    #expect(two.calls.isEmpty)
    #expect(two.unwantedDescriptors == [41, 42])
    let other = App.UnwatchDescriptor(name: "server").varlinkCall
    #expect(session.receive(other.bytes, descriptors: [43]).calls.isEmpty)
  }
}

@Suite("What a background service says")
struct ServiceAnswerTests {
  @Test("as an event comes back with all its members", arguments: Samples.serviceCallbacks)
  func events(callback: ServiceCallback) throws {
    let event = AttachReply.event(Delivery(token: Samples.token, callback: .service(callback)))
    let message = try VarlinkReply(message: event.varlinkReply.bytes.dropLast())
    #expect(try AttachReply(from: message) == event)
  }

  @Test("as an event has a fixed name, and its members beside it")
  func eventText() {
    let callback = Callback.service(.descriptor(.readable(name: "server", isHungUp: true)))
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
}
