import Testing
import TorporModel

@testable import TorporWire

@Suite("A call about exports")
struct ExportControlTests {
  static let all: [ControlMethod] = [
    .export(.device), .export(.app("mail")), .export(.job("nightly")),
    .addUsage(UsageAddition(app: "mail", openedWallMicroseconds: [1, 2])),
  ]

  static let exported = Exported(
    ownerUserID: 501,
    calls: [
      .changeSetting(.app("mail", AppSettingsChange(backgroundRefresh: .wifi))),
      .addUsage(UsageAddition(app: "mail", openedWallMicroseconds: [1])),
    ]
  )

  @Test("comes back as it was sent, and is described", arguments: all)
  func call(method: ControlMethod) throws {
    #expect(
      try ControlMethod(method: method.method.rawValue, parameters: method.parameters) == method
    )
    let interface = try InterfaceText(ControlInterface.description)
    let fields = try #require(interface.methods[method.method.rawValue]).parameters
    #expect(interface.faults(in: method.parameters, as: .fields(fields), at: "call") == [])
  }

  @Test("is answered with the calls that make it again, and that is described")
  func reply() throws {
    let result = ControlResult.exported(Self.exported)
    let reply = VarlinkReply(parameters: result.parameters)
    #expect(try ControlResult(to: .export(.device), from: reply) == result)
    let interface = try InterfaceText(ControlInterface.description)
    let fields = try #require(interface.methods["Export"]).reply
    #expect(interface.faults(in: result.parameters, as: .fields(fields), at: "reply") == [])
  }

  @Test("is refused by the parameter that is wrong")
  func wrong() {
    #expect(throws: WireError.invalidParameter(parameter: "job")) {
      try ControlMethod(
        method: "Export",
        parameters: .object(["app": .string("a"), "job": .string("b")])
      )
    }
    let many = UsageAddition(app: "a", openedWallMicroseconds: Array(repeating: 0, count: 1025))
    #expect(throws: WireError.invalidParameter(parameter: "openedWallMicroseconds")) {
      try ControlMethod(method: "AddUsage", parameters: ControlMethod.addUsage(many).parameters)
    }
  }

  @Test("gives no call that an export does not hold")
  func strange() {
    let call = JSON.object(["method": .string("Uninstall"), "parameters": .object([])])
    #expect(throws: WireError.self) { try [ControlMethod](exportJSON: .array([call])) }
  }
}
