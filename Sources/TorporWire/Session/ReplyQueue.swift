/// Puts replies into the order of their calls, which is all that tells a Varlink client what a reply
/// belongs to.
///
/// Replies to later calls are held until the earlier ones are answered for good. Oneway calls get no
/// reply, except that one with a key on an attached connection is answered in the stream of `Attach`.
struct ReplyQueue: Sendable {
  typealias CallIdentifier = WireSession.CallIdentifier

  private struct Slot {
    let id: CallIdentifier
    let isStream: Bool
    var held: [UInt8] = []
    var isFinished = false
  }

  private struct OnewayCall {
    let id: CallIdentifier
    let key: String?
  }

  // Calls are mostly answered in their order, so the first goes without moving the others.
  private var slots: ArraySlice<Slot> = []
  private var onewayCalls: ArraySlice<OnewayCall> = []
  private(set) var heldBytes = 0
  /// The open `Attach` of the connection.
  private(set) var attachedCall: CallIdentifier?

  var openCount: Int { slots.count + onewayCalls.count }

  /// Whether replies to a call with `more` are still to come, so that no reply could be told from
  /// them.
  var endsWithStream: Bool { slots.last?.isStream ?? false }

  mutating func open(_ id: CallIdentifier, isOneway: Bool, key: String?, isStream: Bool) {
    if isOneway {
      onewayCalls.append(OnewayCall(id: id, key: key))
    } else {
      slots.append(Slot(id: id, isStream: isStream))
    }
  }

  mutating func attach(_ id: CallIdentifier) {
    guard slots.contains(where: { $0.id == id }) else { return }
    attachedCall = id
  }

  /// One of several replies; returns what may be sent now.
  mutating func proceed(_ id: CallIdentifier, _ reply: VarlinkReply) -> [UInt8] {
    put(id, reply, isLast: false)
  }

  /// The last reply to the call; returns what may be sent now.
  ///
  /// An answer to a call that is not open
  /// is late, and no longer expected.
  mutating func finish(_ id: CallIdentifier, _ reply: VarlinkReply) -> [UInt8] {
    if let index = onewayCalls.firstIndex(where: { $0.id == id }) {
      let call = onewayCalls[index]
      onewayCalls.take(index)
      guard let key = call.key, let attachedCall else { return [] }
      return proceed(attachedCall, AttachReply.answer(key: key, reply).varlinkReply)
    }
    if attachedCall == id { attachedCall = nil }
    return put(id, reply, isLast: true)
  }

  private mutating func put(_ id: CallIdentifier, _ reply: VarlinkReply, isLast: Bool) -> [UInt8] {
    guard let index = slots.firstIndex(where: { $0.id == id }) else { return [] }
    let bytes = reply.bytes
    slots[index].isFinished = isLast
    guard index == slots.startIndex else {
      slots[index].held += bytes
      heldBytes += bytes.count
      return []
    }
    return bytes + (isLast ? advance() : [])
  }

  /// Drops the finished call in front and gives out what waited behind it.
  private mutating func advance() -> [UInt8] {
    var bytes: [UInt8] = []
    slots.take(slots.startIndex)
    while let first = slots.first {
      bytes += first.held
      heldBytes -= first.held.count
      guard first.isFinished else {
        slots[slots.startIndex].held = []
        break
      }
      slots.take(slots.startIndex)
    }
    return bytes
  }
}

extension ArraySlice {
  /// Removes an element, the first without moving the others; keeps no room for those that have gone.
  fileprivate mutating func take(_ index: Index) {
    if index == startIndex { self = dropFirst() } else { remove(at: index) }
    if isEmpty { self = [] }
  }
}
