import Testing
import TorporModel

@testable import TorporWire

@Suite("The messages between a desktop bridge and the daemon")
struct BridgeGoldenTests {
  @Test("are byte for byte what they were")
  func bytes() throws {
    var lines: [String] = []
    func add(_ bytes: [UInt8]) { lines.append(String(decoding: bytes.dropLast(), as: UTF8.self)) }
    add(BridgeCall.attach.varlinkCall.bytes)
    for fact in Samples.facts { add(BridgeCall.report([fact]).varlinkCall.bytes) }
    add(BridgeCall.report(Samples.facts).varlinkCall.bytes)
    add(BridgeOrders().varlinkReply.bytes)
    for order in Samples.orders { add(BridgeOrders([order]).varlinkReply.bytes) }
    add(BridgeOrders(Samples.orders).varlinkReply.bytes)
    for error in [WireError.bridgeReplaced, .permissionDenied, .expectedMore] {
      add(VarlinkReply(error).bytes)
    }
    add(VarlinkReply(.methodNotFound(method: "io.torpor.Bridge.Dance")).bytes)
    #expect(try Golden.messages("bridge-messages") == lines)
  }
}
