import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

/// Every error, event and action that the code can send, held against what the daemon says of itself.
@Suite("A served interface")
struct ServedInterfaceTests {
  private static func interfaces() throws -> [InterfaceText] {
    try Interfaces.all.map { try InterfaceText($0.description) }
  }

  private static func interface(_ name: some StringProtocol) throws -> InterfaceText {
    let found = try #require(Interfaces.all.first { $0.name == name })
    return try InterfaceText(found.description)
  }

  private static func split(_ name: String) throws -> (interface: String, name: String) {
    let dot = try #require(name.lastIndex(of: "."))
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  static let sentErrors =
    WireErrorTests.all + Samples.serviceRefusals.map { .refused(.service($0)) }

  static let deliveries: [Delivery] =
    (Samples.callbacks + Samples.serviceCallbacks.map { .service($0) }).map {
      Delivery(
        token: Samples.token,
        callback: $0,
        suspendedFor: .seconds(1),
        terminationSave: .finished
      )
    }

  @Test("describes every type that it speaks of")
  func types() throws {
    for interface in try Self.interfaces() {
      #expect(interface.unknownTypes.isEmpty, "\(interface.name)")
    }
  }

  @Test("describes every error that there is, with all that it carries", arguments: sentErrors)
  func errors(error: WireError) throws {
    let (interfaceName, name) = try Self.split(error.name)
    let interface = try Self.interface(interfaceName)
    let fields = try #require(interface.errors[name], "\(error.name) is not described")
    #expect(interface.faults(in: error.parameters, as: .fields(fields), at: name) == [])
  }

  @Test("describes no error that the code cannot send")
  func nothingBeside() throws {
    let sent = Set(Self.sentErrors.map(\.name))
    let described = try Self.interfaces().flatMap { interface in
      interface.errors.keys.map { "\(interface.name).\($0)" }
    }
    #expect(Set(described).subtracting(sent) == [])
  }

  @Test("is held against every error in the code")
  func allErrors() {
    // `other` is an error of a newer daemon.
    #expect(ShownCases(in: Self.sentErrors).missing == ["WireError.other"])
  }

  @Test("of apps describes every event, with all that it carries", arguments: deliveries)
  func events(delivery: Delivery) throws {
    let interface = try Self.interface(AppInterface.name)
    for detail in [nil, Samples.eventDetail] {
      if detail != nil, !delivery.callback.isOfSession { continue }
      let event = EventMessage(delivery, detail: detail).json
      #expect(interface.faults(in: event, as: .named("Event"), at: "event") == [])
    }
  }

  @Test("of apps is held against every callback in the code")
  func allEvents() {
    #expect(ShownCases(in: Self.deliveries).missing == [])
  }

  @Test("of apps describes no member of an event that the code never sends")
  func members() throws {
    let sent = Self.deliveries.flatMap { delivery in
      guard
        case .object(let members) = EventMessage(
          delivery,
          detail: delivery.callback.isOfSession ? Samples.eventDetail : nil
        ).json
      else { return [String]() }
      return members.map(\.key)
    }
    let described = try #require(try Self.interface(AppInterface.name).types["Event"])
    #expect(Set(described.map(\.name)).subtracting(sent) == [])
  }

  @Test("of programs describes every decision, with all that its action carries")
  func decisions() throws {
    let interface = try Self.interface(ControlInterface.name)
    for (index, decision) in Samples.decisions.enumerated() {
      let logged = LoggedDecision(
        sequence: UInt64(index),
        wallMicroseconds: 0,
        decision: decision
      )
      let reply = Control.Log.Reply(decisions: [logged]).parameters
      let message = try #require(reply["decisions"]?.elements?.first)
      #expect(interface.faults(in: message, as: .named("Decision"), at: "decision") == [])
    }
  }

  @Test("of programs is held against every action in the code, and has no member too many")
  func allActions() throws {
    #expect(ShownCases(in: Samples.actions).missing == [])
    let sent = Samples.decisions.flatMap { decision -> [String] in
      let logged = LoggedDecision(sequence: 0, wallMicroseconds: 0, decision: decision)
      let reply = Control.Log.Reply(decisions: [logged]).parameters
      guard case .object(let members) = reply["decisions"]?.elements?.first?["action"] else {
        return []
      }
      return members.map(\.key)
    }
    let described = try #require(try Self.interface(ControlInterface.name).types["Action"])
    #expect(Set(described.map(\.name)) == Set(sent))
  }

  @Test("of programs describes every answer", arguments: ControlReplyTests.all)
  func answers(method: ControlInterface.Method, reply: any WireReply) throws {
    let interface = try Self.interface(ControlInterface.name)
    let name = method.rawValue
    let fields = try #require(interface.methods[name]).reply
    #expect(interface.faults(in: reply.parameters, as: .fields(fields), at: name) == [])
  }

  @Test("of programs describes every parameter", arguments: ControlCallTests.all)
  func parameters(call: ControlCall) throws {
    let interface = try Self.interface(ControlInterface.name)
    let name = String(call.call.name)
    let fields = try #require(interface.methods[name]).parameters
    #expect(interface.faults(in: call.call.parameters, as: .fields(fields), at: name) == [])
  }

  @Test("of programs has exactly the words that the code has", arguments: ControlInterface.words)
  func words(type: String, described: [String], used: [String]) {
    #expect(described == used, "\(type)")
  }

  @Test("of apps has exactly the words that the code has", arguments: AppInterface.words)
  func appWords(type: String, described: [String], used: [String]) {
    #expect(described == used, "\(type)")
  }

  @Test("of apps describes every parameter", arguments: AppCallTests.all)
  func appParameters(call: any WireCall) throws {
    let interface = try Self.interface(AppInterface.name)
    let name = String(call.name)
    let fields = try #require(interface.methods[name]).parameters
    #expect(interface.faults(in: call.parameters, as: .fields(fields), at: name) == [])
  }
}

extension Callback {
  fileprivate var isOfSession: Bool {
    if case .session = self { true } else { false }
  }
}

@Suite("The cases of an enum")
struct EnumCasesTests {
  private enum Tool {
    case hammer(weight: Int), saw
    case box(Screw?)
  }

  private enum Screw: CustomStringConvertible {
    case cross, slot
    var description: String { "a screw" }
  }

  @Test("are known to the compiler's metadata in their order")
  func names() {
    #expect(Set(caseNames(of: Tool.self)) == ["hammer", "saw", "box"])
    #expect(caseNames(of: Screw.self) == ["cross", "slot"])
    #expect(caseNames(of: String.self) == [])
  }

  @Test("that no value shows are missing, also of enums inside")
  func missing() {
    #expect(ShownCases(in: [Tool.saw, Tool.hammer(weight: 1)]).missing == ["Tool.box"])
    #expect(
      ShownCases(in: [Tool.saw, Tool.hammer(weight: 1), Tool.box(.slot)]).missing == ["Screw.cross"]
    )
  }
}
