import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("A call in the words of an earlier build")
struct EarlierCallTests {
  private func read(_ method: String, _ parameters: String) throws -> [WireSession.Method] {
    var session = WireSession(information: ServiceInformation(version: "0.1.0"))
    let text = #"{"method":"\#(method)","parameters":\#(parameters)}"#
    let descriptors: [Int32] = method.hasSuffix("OverDescriptor") ? [40] : []
    return session.receive(Array(text.utf8) + [0], descriptors: descriptors).calls.map(\.method)
  }

  @Test("of an app is that of today")
  func apps() throws {
    #expect(
      try read("io.torpor.App.HandOverDescriptor", #"{"name":"server","purpose":"voip"}"#)
        == [.app(.watchDescriptor(App.WatchDescriptor(name: "server", purpose: .voIP)))]
    )
    #expect(
      try read("io.torpor.App.TakeBackDescriptor", #"{"name":"server"}"#)
        == [.app(.unwatchDescriptor(App.UnwatchDescriptor(name: "server")))]
    )
  }

  @Test("of a program is that of today, with its members and their words")
  func programs() throws {
    #expect(
      try read("io.torpor.Control.ChangeSetting", #"{"memoryVictims":"leastMissedFirst"}"#)
        == [.control(.changeSetting(Control.ChangeSetting(evictionOrder: .leastLikelyUsedFirst)))]
    )
    #expect(
      try read("io.torpor.Control.UnplugAccessory", #"{"name":"pump"}"#)
        == [.control(.disconnectAccessory(Control.DisconnectAccessory(name: "pump")))]
    )
  }

  @Test("of a bridge is that of today")
  func bridges() throws {
    let facts = """
      {"facts":[{"sleepIsNear":{"isNear":true}},{"shutdownIsNear":{"isNear":false}},{"hovered":{"pids":[7]}}]}
      """
    #expect(
      try read("io.torpor.Bridge.Report", facts) == [
        .bridge(
          .report(
            Bridge.Report(facts: [
              .prepareForSleep(isStarting: true), .prepareForShutdown(isStarting: false),
              .pointerFocus(pids: [7]),
            ])
          )
        )
      ]
    )
  }

  @Test("is read in an exported file")
  func exports() throws {
    let change: JSON = .object([
      "method": .string("ChangeSetting"),
      "parameters": .object(["memoryVictims": .string("largestFirst")]),
    ])
    #expect(
      try [ControlCall](exportJSON: .array([change]))
        == [.changeSetting(Control.ChangeSetting(evictionOrder: .largestFirst))]
    )
  }

  @Test("is refused by what is wrong with it, as any other")
  func mistakes() {
    #expect(throws: WireError.invalidParameter(parameter: "evictionOrder")) {
      try EarlierWords.read(
        ControlInterface.name,
        "ChangeSetting"[...],
        .object(["memoryVictims": .string("oldestFirst")]),
        ControlCall.init(method:parameters:)
      )
    }
    #expect(throws: WireError.methodNotFound(method: "io.torpor.App.HandOver")) {
      try EarlierWords.read(
        AppInterface.name,
        "HandOver"[...],
        .object([]),
        AppCall.init(method:parameters:)
      )
    }
  }
}
