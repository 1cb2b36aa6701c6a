import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

/// A session with the peer's end of it: what was sent, and the replies read back.
final class Conversation {
  private var session: WireSession
  private var framer = VarlinkFramer(messageBytesMax: 1 << 24)

  init(limits: WireSession.Limits = WireSession.Limits()) {
    session = WireSession(information: ServiceInformation(version: "0.1.0"), limits: limits)
  }

  func send(_ call: VarlinkCall, descriptors: [Int32] = []) -> WireSession.Output {
    session.receive(call.bytes, descriptors: descriptors)
  }

  func send(_ call: some WireCall, oneway: Bool = false) -> WireSession.Output {
    send(oneway ? call.onewayCall : call.varlinkCall)
  }

  var isAttached: Bool { session.isAttached }
  var openCallCount: Int { session.openCallCount }

  func receive(_ bytes: some Collection<UInt8>, descriptors: [Int32] = []) -> WireSession.Output {
    session.receive(Array(bytes), descriptors: descriptors)
  }

  func answer(
    _ call: WireSession.CallIdentifier,
    _ reply: some WireReply,
    continues: Bool = false
  ) -> WireSession.Output {
    session.answer(call, reply, continues: continues)
  }

  func refuse(_ call: WireSession.CallIdentifier, _ error: WireError) -> WireSession.Output {
    session.refuse(call, error)
  }

  func deliver(_ delivery: Delivery) -> WireSession.Output? { session.deliver(delivery) }

  /// The replies in the bytes of an output.
  func replies(_ output: WireSession.Output) throws -> [VarlinkReply] {
    framer.append(output.bytes)
    var replies: [VarlinkReply] = []
    while let message = try framer.next() { replies.append(try VarlinkReply(message: message)) }
    return replies
  }

  /// Attaches and returns the call.
  func attach() throws -> WireSession.CallIdentifier {
    let call = try #require(send(App.Attach()).calls.first)
    let output = session.answer(call.id, AttachReply.attached(version: 1))
    let replies = try replies(output)
    #expect(try replies.map(AttachReply.init(from:)) == [.attached(version: 1)])
    return call.id
  }
}

/// A call with a reply, as most are.
let begin = App.BeginBackgroundTask(
  name: "upload",
  hasExpirationHandler: true,
  key: "k1"
)

/// What `begin` is answered.
let begun = App.BeginBackgroundTask.Reply(task: Samples.task)
