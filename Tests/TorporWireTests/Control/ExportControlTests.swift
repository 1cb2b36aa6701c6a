import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("A call about exports")
struct ExportControlTests {
  static let all: [ControlCall] = [
    .export(Control.Export()), .export(Control.Export(app: "mail")),
    .export(Control.Export(job: "nightly")),
    .addUsage(Control.AddUsage(app: "mail", openedWallMicroseconds: [1, 2])),
  ]

  static let exported = Control.Export.Reply(
    ownerUserID: 501,
    calls: [
      .changeSetting(Control.ChangeSetting(app: "mail", backgroundRefresh: .wifi)),
      .addUsage(Control.AddUsage(app: "mail", openedWallMicroseconds: [1])),
    ]
  )

  @Test("comes back as it was sent, and is described", arguments: all)
  func call(_ call: ControlCall) throws {
    let (name, parameters) = (String(call.call.name), call.call.parameters)
    #expect(try ControlCall(method: name, parameters: parameters) == call)
    let interface = try InterfaceText(ControlInterface.description)
    let fields = try #require(interface.methods[name]).parameters
    #expect(interface.faults(in: parameters, as: .fields(fields), at: "call") == [])
  }

  @Test("is answered with the calls that make it again, and that is described")
  func reply() throws {
    let reply = VarlinkReply(parameters: Self.exported.parameters)
    #expect(try Control.Export().reply(from: reply) == Self.exported)
    let interface = try InterfaceText(ControlInterface.description)
    let fields = try #require(interface.methods["Export"]).reply
    #expect(interface.faults(in: reply.parameters, as: .fields(fields), at: "reply") == [])
  }

  @Test("is refused by the parameter that is wrong")
  func wrong() {
    #expect(throws: WireError.invalidParameter(parameter: "job")) {
      try ControlCall(
        method: "Export",
        parameters: .object(["app": .string("a"), "job": .string("b")])
      )
    }
    let many = Control.AddUsage(app: "a", openedWallMicroseconds: Array(repeating: 0, count: 1025))
    #expect(throws: WireError.invalidParameter(parameter: "openedWallMicroseconds")) {
      try ControlCall(method: "AddUsage", parameters: many.parameters)
    }
  }

  @Test("gives no call that an export does not hold")
  func strange() {
    let call = JSON.object(["method": .string("Uninstall"), "parameters": .object([])])
    #expect(throws: WireError.self) { try [ControlCall](exportJSON: .array([call])) }
  }
}
