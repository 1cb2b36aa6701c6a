import TorporModel

// Requests of apps to services, each passed to its service.

extension Device {
  mutating func handle(
    _ request: ServiceRequest,
    inSlot slot: Int,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    let base = turn.steps.count
    if let answer = answer(request, inSlot: slot, in: &turn) {
      if let id { turn.order(.reply(id, answer)) }
      return
    }
    state.counters = turn.counters
    let reply = services.handle(request, inSlot: slot, state, &turn.requests)
    // The request may have ended the last reason that kept the app running.
    turn.steps.append(.settle(slot: slot))
    if let id { turn.steps.append(.reply(id, reply)) }
    turn.pushRequests()
    run(downTo: base, in: &turn)
  }

  /// Handles requests about permissions before any service; `nil`: the request belongs to a service.
  private mutating func answer(
    _ request: ServiceRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply? {
    if case .permission(let request) = request { return handle(request, inSlot: slot, in: &turn) }
    return refuseUse(in: request, inSlot: slot, in: &turn)
  }

  /// Asks a service for something that the user wants of it, and does all that follows.
  mutating func ask(
    in turn: inout Turn,
    _ question: (inout Services, DeviceState, inout Outbox) -> Reply
  ) -> Reply {
    let base = turn.steps.count
    state.counters = turn.counters
    let reply = question(&services, state, &turn.requests)
    turn.pushRequests()
    run(downTo: base, in: &turn)
    return reply
  }
}
