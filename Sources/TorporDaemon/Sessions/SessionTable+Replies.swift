import TorporCore
package import TorporModel
import TorporWire

// Replies of the core become answers to the calls that wait for them.

extension SessionTable {
  package func reply(
    _ reply: Reply,
    to request: RequestIdentifier,
    beside descriptors: [Int32] = []
  ) {
    // No client waits where the connection has closed meanwhile.
    guard let waiting = pending.removeValue(forKey: request) else { return }
    var reply = reply
    if case .steering(let call) = waiting.shape {
      guard let last = call.take(reply) else { return }
      reply = last
    }
    let caller = Waiting(connection: waiting.connection, call: waiting.call)
    switch (waiting.shape, reply) {
    case (_, .refused(let refusal)):
      refuse(waiting.call, .refused(refusal), on: waiting.connection)
    case (.challenge(let transfer, let credential), _):
      use(credential, for: transfer)
      answer(NoReply(), caller)
    case (.steering, _): answer(NoReply(), caller)
    case (.broadcast(let launch, let channel, let isSubscribed), _):
      awaitBroadcast(channel, isSubscribed: isSubscribed, of: launch, caller)
    case (.token(let kind, let launch, _), .service(.pushToken(let token)))
    where awaitsGateway(kind, launch):
      awaitToken(kind, of: launch, own: token, caller)
    case (.call(let makeReply), _), (.token(_, _, let makeReply), _),
      (.session(_, let makeReply), _):
      if case .session(let change, _) = waiting.shape { note(change) }
      do throws(WireError) {
        answer(try makeReply(reply), caller, beside: descriptors)
      } catch {
        refuse(waiting.call, error, on: waiting.connection)
      }
    }
  }
}
