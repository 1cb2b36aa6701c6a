import Testing
import TorporModel

@testable import TorporWire

@Suite("The messages between a desktop bridge and the daemon")
struct BridgeGoldenTests {
  @Test("are byte for byte what they were")
  func bytes() throws {
    var lines: [String] = []
    func add(_ bytes: [UInt8]) { lines.append(String(decoding: bytes.dropLast(), as: UTF8.self)) }
    add(Bridge.Attach().varlinkCall.bytes)
    for fact in Samples.facts { add(Bridge.Report(facts: [fact]).onewayCall.bytes) }
    add(Bridge.Report(facts: Samples.firstFacts).onewayCall.bytes)
    func reply(_ orders: [BridgeOrder]) {
      let parameters = Bridge.Attach.Reply(orders: orders).parameters
      add(VarlinkReply(parameters: parameters, continues: true).bytes)
    }
    reply([])
    for order in Samples.orders { reply([order]) }
    reply(Samples.orders)
    for error in [WireError.bridgeReplaced, .permissionDenied, .expectedMore] {
      add(VarlinkReply(error).bytes)
    }
    add(VarlinkReply(.methodNotFound(method: "io.torpor.Bridge.Dance")).bytes)
    #expect(try Golden.messages("bridge-messages", missingIn: lines) == [])
  }
}
