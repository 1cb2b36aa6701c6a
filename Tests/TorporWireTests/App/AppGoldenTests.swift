import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("The messages between an app and the system")
struct AppGoldenTests {
  @Test("are byte for byte what they were")
  func bytes() throws {
    var lines: [String] = []
    func add(_ bytes: [UInt8]) { lines.append(String(decoding: bytes.dropLast(), as: UTF8.self)) }
    for call in Samples.calls { add(call.varlinkCall.bytes) }
    for call in Samples.serviceCalls {
      var call = call
      call.key = "k9"
      add(call.onewayCall.bytes)
    }
    add(App.WatchDescriptor(name: "a", purpose: .other, number: 12).varlinkCall.bytes)
    for call in Samples.sessionCalls { add(call.varlinkCall.bytes) }
    for reply in Samples.replies + Samples.serviceReplies {
      add(VarlinkReply(parameters: reply.parameters).bytes)
    }
    add(VarlinkReply(.refused(.service(.descriptor(.unknown(name: "a"))))).bytes)
    let page = App.ListTransfers.Reply(transfers: Samples.rows, hasMore: true)
    add(VarlinkReply(parameters: page.parameters).bytes)
    for refusal in Samples.refusals { add(VarlinkReply(.refused(refusal)).bytes) }
    for refusal in Samples.serviceRefusals { add(VarlinkReply(.refused(.service(refusal))).bytes) }
    for refusal in Samples.transferRefusals {
      add(VarlinkReply(.refused(.transfer(refusal))).bytes)
    }
    func event(_ callback: Callback, _ detail: TransferDetail? = nil) -> [UInt8] {
      AttachReply.event(Delivery(token: Samples.token, callback: callback), detail: detail)
        .varlinkReply.bytes
    }
    for callback in Samples.callbacks { add(event(callback)) }
    for callback in Samples.serviceCallbacks { add(event(.service(callback))) }
    for callback in Samples.sessionCallbacks { add(event(.session(callback), Samples.detail)) }
    add(event(.session(Samples.sessionCallbacks[1]), Samples.eventDetail))
    let missing = try Golden.messages("app-messages", missingIn: lines)
    #expect(missing == [])
  }
}
