import NIOCore

// Requests between gateways: a push is forwarded to the gateway that has the device.
extension MailboxLanes {
  func forward(_ lane: Lane, to holder: Holder, fence: Int64) {
    let run = lane.queue.prefix(Self.turnMax).prefix { $0.isForwardable }
    let pushes = run.compactMap { entry in
      if case .push(let push, let token, _) = entry.order { (push, token) } else { nil }
    }
    lane.turnCount = run.count
    exchange.ask(holder.node, .pushes(lane.mailbox, fence: fence, pushes)) { [self] result in
      switch result {
      case .success(.answers(let answers)) where answers.count == run.count:
        metrics.noteForwarded(.answered)
        return give(answers, to: lane)
      case .success(.absent), .failure(.noResponders):
        metrics.noteForwarded(.absent)
        lane.gone.insert(holder)
      case .success(.answers), .failure:
        metrics.noteForwarded(.silent)
        if result.isTimeout { silentUntil[holder.node] = .now() + Self.silence }
        lane.silent.insert(holder)
        for push in pushes { lane.attempted.insert(push.0.id) }
        // It is not known whether they were handed over, and they are not stored.
        lane.queue.removeAll { entry in
          guard case .push(let push, _, _) = entry.order, !push.isStored, entry.isForwardable else {
            return false
          }
          entry.order.fail(.serviceUnavailable)
          return true
        }
      }
      // Orders that have arrived in the meantime wait behind it.
      lane.turnCount = 0
      work(lane)
    }
  }

  /// Gives the answers of another gateway; orders that it could not write are tried again.
  private func give(_ answers: [Result<Order.Outcome, Refusal>], to lane: Lane) {
    let run = Array(lane.queue.prefix(answers.count))
    var again: [Entry] = []
    for (entry, answer) in zip(run, answers) {
      guard case .push(let push, _, let give) = entry.order else { continue }
      if answer == .failure(Refusal(.serviceUnavailable)) {
        again.append(entry)
        lane.attempted.insert(push.id)
      } else {
        give(answer)
      }
    }
    guard !again.isEmpty else { return done(lane, run.count) }
    lane.queue.replaceSubrange(..<run.count, with: again)
    failed(lane, .timedOut)
  }

  func serve(
    _ message: NodeExchange.Message,
    _ answer: @escaping (NodeExchange.Reply) -> Void
  ) {
    switch message {
    case .look(let mailbox):
      if presence.links[mailbox] != nil { take(.look(mailbox)) }
    case .replaced(let mailbox, let connection):
      guard let link = presence.links[mailbox], link.connection <= connection else { return }
      take(.look(mailbox))
    case .pushes(let mailbox, let fence, let pushes):
      let isComing = lanes[mailbox]?.queue.contains { $0.order.isConnect } ?? false
      guard presence.links[mailbox] != nil || isComing, !pushes.isEmpty,
        pushes.allSatisfy({ $0.token.mailbox == mailbox })
      else {
        return answer(.absent)
      }
      let collector = Collector(pushes.count, answer)
      let bound = NIOLoopBound(collector, eventLoop: loop)
      for (index, (push, token)) in pushes.enumerated() {
        take(.push(push, token) { bound.value.give($0, at: index) }, fence: fence)
      }
    }
  }

  /// Collects the answers to pushes that arrived together.
  private final class Collector {
    private var answers: [Result<Order.Outcome, Refusal>?]
    private var missing: Int
    private let answer: (NodeExchange.Reply) -> Void

    init(_ count: Int, _ answer: @escaping (NodeExchange.Reply) -> Void) {
      (answers, missing, self.answer) = (Array(repeating: nil, count: count), count, answer)
    }

    func give(_ result: Result<Order.Outcome, Refusal>, at index: Int) {
      answers[index] = result
      missing -= 1
      if missing == 0 { answer(.answers(answers.compactMap { $0 })) }
    }
  }
}

extension Order {
  fileprivate var isConnect: Bool {
    if case .connect = self { true } else { false }
  }
}

extension Result where Failure == NATSFailure {
  fileprivate var isTimeout: Bool {
    if case .failure(.timedOut) = self { true } else { false }
  }
}
