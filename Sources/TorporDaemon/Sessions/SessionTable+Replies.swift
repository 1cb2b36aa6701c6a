import TorporCore
package import TorporModel
import TorporWire

// Replies of the core become answers to the calls that wait for them.

extension SessionTable {
  package func reply(_ reply: Reply, to request: RequestIdentifier) {
    // Nobody waits when the connection has closed meanwhile.
    guard let waiting = pending.removeValue(forKey: request) else { return }
    var reply = reply
    if case .steering(let call) = waiting.shape {
      guard let last = call.take(reply) else { return }
      reply = last
    }
    let caller = Waiting(connection: waiting.connection, call: waiting.call)
    switch (waiting.shape, reply) {
    case (.app, .transfers(let statuses, let hasMore)):
      let rows = TransferRow.page(of: rows(of: statuses))
      let hasMore = hasMore || rows.count < statuses.count
      answer(on: caller.connection) { $0.answer(caller.call, transfers: rows, hasMore: hasMore) }
    case (.challenge(let transfer, let credential), .done):
      use(credential, for: transfer)
      answer(on: caller.connection) { $0.answer(caller.call, .done) }
    case (.app, _), (.challenge, _):
      let now = driver.now()
      answer(on: caller.connection) { $0.answer(caller.call, reply, at: now) }
    case (_, .refused(let refusal)):
      refuse(waiting.call, .refused(refusal), on: waiting.connection)
    case (.steering, _): answer(NoReply(), caller)
    case (.control(let makeReply), _):
      do throws(WireError) {
        answer(try makeReply(reply), caller)
      } catch {
        refuse(waiting.call, error, on: waiting.connection)
      }
    }
  }
}
