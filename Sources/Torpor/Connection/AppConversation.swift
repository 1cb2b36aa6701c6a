package import TorporAppModel
package import TorporAppWire

/// What an app and the system say to each other, over as many connections as it takes.
///
/// A pure value: bytes in, happenings out. It knows which requests are unanswered, so that they are
/// repeated after a lost connection, and which callbacks were handled, so that none runs twice.
///
/// All requests go oneway with a key over the attached connection and are answered in its stream, so
/// that they take effect in the order in which they were made: a task is begun before the callback
/// that began it has returned.
package struct AppConversation: Sendable {
  /// What came of bytes from the system.
  package enum Event: Hashable, Sendable {
    /// The system listens; `now` is where its time line stands, where it says so.
    case attached(now: Instant?)
    /// A callback to run now, with what is told beside it of a transfer; answer with `returned(from:)`.
    case event(Delivery, detail: TransferDetail? = nil)
    /// Bytes of a transfer have moved.
    case progress(SessionProgress)
    /// A call came to an end, good or bad; some answers have a descriptor beside them.
    case answered(key: String, VarlinkReply, bringsDescriptor: Bool = false)
    /// The stream ended with an error; the connection is of no use.
    case ended(WireError)
  }

  private struct Request {
    let key: String
    let method: AppInterface.Method?
    let bytes: [UInt8]
    /// Whether a descriptor goes beside it, so that it is sent by itself.
    let isHandOver: Bool
    /// The callback that it returns from.
    let returned: CallbackToken?
    var isUnderWay = false
    /// Whether it went out over an earlier connection, so that it may have been done already.
    var isRepeated = false
  }

  /// Requests that wait for an answer at the same time; others wait their turn.
  ///
  /// The system allows thousands of open calls on a connection; 32 keep it busy, and few are to be
  /// repeated after a lost connection (our choice).
  package static let underWayMax = 32
  /// Handled callbacks that are remembered; the system repeats only those whose return it has not
  /// seen, which are as many as are under way (our choice: well above that).
  static let handledMax = 256

  private var framer = VarlinkFramer()
  private var requests: [Request] = []
  private var underWayCount = 0
  private var requestCount = 0
  private var isConnected = false
  /// The callbacks that run: a few, so that looking through them is quicker than to have the runtime build
  /// the type of a set, which was a fifth of what the library took of an app's start (measured).
  private var running: [CallbackToken] = []
  private var handled: [CallbackToken] = []
  private let keyPrefix: String

  /// Makes a conversation whose keys differ from those of any other in the process.
  package init(keyPrefix: String) { self.keyPrefix = keyPrefix }

  /// Requests that have no answer yet.
  package var unansweredCount: Int { requests.count }

  /// A connection is there: returns what to send, first `Attach`, then what is unanswered.
  package mutating func connected() -> [UInt8] {
    framer = VarlinkFramer()
    isConnected = true
    return App.Attach().varlinkCall.bytes + sendable()
  }

  /// The connection is lost; what was under way will be repeated.
  package mutating func disconnected() {
    isConnected = false
    underWayCount = 0
    for index in requests.indices where requests[index].isUnderWay {
      requests[index].isUnderWay = false
      requests[index].isRepeated = true
    }
  }

  /// Adds a call, and whether a descriptor goes beside it; returns its key, and what to send now.
  package mutating func request(
    _ call: OutgoingCall,
    isHandOver: Bool = false
  ) -> (key: String, bytes: [UInt8]) {
    let key = enqueue(call, isHandOver: isHandOver)
    return (key, sendable())
  }

  /// The code for a callback has run; returns what to send now.
  package mutating func returned(from token: CallbackToken) -> [UInt8] {
    noteReturn(from: token)
    return sendable()
  }

  private mutating func enqueue(
    _ call: OutgoingCall,
    isHandOver: Bool = false,
    returned: CallbackToken? = nil
  ) -> String {
    requestCount += 1
    // A key of the request's own stays: it is known by it beyond the life of this process.
    let key = call.key ?? keyPrefix + String(requestCount)
    requests.append(
      Request(
        key: key,
        method: call.method,
        bytes: call.bytes(key: key),
        isHandOver: isHandOver,
        returned: returned
      )
    )
    return key
  }

  private mutating func noteReturn(from token: CallbackToken) {
    running.removeAll { $0 == token }
    handled.append(token)
    if handled.count > Self.handledMax { handled.removeFirst() }
    enqueueReturn(from: token)
  }

  private mutating func enqueueReturn(from token: CallbackToken) {
    _ = enqueue(OutgoingCall(App.Returned(callback: token)), returned: token)
  }

  /// Takes bytes from the system; returns what came of them, and what to send now.
  package mutating func receive(
    _ bytes: [UInt8]
  ) -> (events: [Event], bytes: [UInt8]) {
    framer.append(bytes)
    var events: [Event] = []
    do throws(WireError) {
      while let message = try nextMessage() {
        try take(AttachReply(from: VarlinkReply(message: message)), into: &events)
      }
    } catch {
      events.append(.ended(error))
    }
    return (events, sendable())
  }

  private mutating func nextMessage() throws(WireError) -> ArraySlice<UInt8>? {
    do throws(WireLimit) {
      return try framer.next()
    } catch {
      throw .limitExceeded(error)
    }
  }

  private mutating func take(
    _ reply: AttachReply,
    into events: inout [Event]
  ) throws(WireError) {
    switch reply {
    case .attached(_, let now): events.append(.attached(now: now))
    case .unknownEvent(let token, _): noteReturn(from: token)
    case .event(let delivery, let detail): take(delivery, detail, into: &events)
    case .progress(let progress): events.append(.progress(progress))
    case .answer(let key, let reply): take(reply, key: key, into: &events)
    }
  }

  /// An event comes at least once: one that runs is left alone, one that has run is answered again.
  private mutating func take(
    _ delivery: Delivery,
    _ detail: TransferDetail?,
    into events: inout [Event]
  ) {
    let token = delivery.token
    if running.contains(token) { return }
    if handled.contains(token) {
      if !requests.contains(where: { $0.returned == token }) { enqueueReturn(from: token) }
      return
    }
    running.append(token)
    events.append(.event(delivery, detail: detail))
  }

  private mutating func take(
    _ reply: VarlinkReply,
    key: String,
    into events: inout [Event]
  ) {
    // An answer to something that is not asked any more is late, and no longer expected.
    guard let index = requests.firstIndex(where: { $0.key == key }) else { return }
    let request = requests.remove(at: index)
    if request.isUnderWay { underWayCount -= 1 }
    let wasDoneBefore = request.isRepeated && reply.saysThatItWasDone(request.method)
    // An answer has it whether or not it is asked for: the next one is not to be taken for it.
    let bringsDescriptor = request.method == .unwatchDescriptor && reply.error == nil
    events.append(
      .answered(
        key: key,
        wasDoneBefore ? VarlinkReply() : reply,
        bringsDescriptor: bringsDescriptor
      )
    )
  }

  /// The request whose turn it is, where a descriptor goes beside it; what follows waits for it.
  ///
  /// Send it once all else is sent, since the descriptor belongs to the message with the last byte of
  /// a piece, then say `handedOver`.
  package var nextHandOver: (key: String, bytes: [UInt8])? {
    guard isConnected, underWayCount < Self.underWayMax,
      let next = requests.first(where: { !$0.isUnderWay }), next.isHandOver
    else { return nil }
    return (next.key, next.bytes)
  }

  /// The request with a descriptor has gone; returns what to send now.
  package mutating func handedOver(_ key: String) -> [UInt8] {
    guard let index = requests.firstIndex(where: { $0.key == key }) else { return [] }
    underWayCount += 1
    requests[index].isUnderWay = true
    return sendable()
  }

  /// The requests whose turn it is, as bytes, up to one that a descriptor goes beside.
  private mutating func sendable() -> [UInt8] {
    guard isConnected else { return [] }
    var bytes: [UInt8] = []
    for index in requests.indices where !requests[index].isUnderWay {
      guard underWayCount < Self.underWayMax, !requests[index].isHandOver else { break }
      underWayCount += 1
      requests[index].isUnderWay = true
      bytes += requests[index].bytes
    }
    return bytes
  }
}

extension VarlinkReply {
  /// Whether the refusal of a repeated call means that its first copy was done; such calls have no reply.
  fileprivate func saysThatItWasDone(_ method: AppInterface.Method?) -> Bool {
    guard let error, case .refused(let refusal) = WireError(name: error, parameters: parameters)
    else { return false }
    return switch (method, refusal) {
    case (.returned, .unknownCallback), (.complete, .unknownCallback),
      (.setExpirationHandler, .unknownCallback), (.reportProgress, .unknownCallback),
      (.endBackgroundTask, .unknownTask),
      (.unwatchDescriptor, .service(.descriptor(.unknown))),
      (.presentNotification, .service(.notification(.notAsked))),
      (.cancelTransfer, .transfer(.transferIsOver)), (.cancelTransfer, .transfer(.unknownTransfer)),
      (.answerChallenge, .transfer(.nothingAsked)),
      (.answerDelayedRequest, .transfer(.nothingAsked)),
      (.resumeTransfer, .transfer(.nothingAsked)),
      (.invalidateSession, .transfer(.unknownSession)),
      (.invalidateSession, .transfer(.sessionIsInvalid)):
      true
    default: false
    }
  }
}
