package import TorporAppModel
package import TorporAppWire

/// The messages between an app and the system, over as many connections as needed.
///
/// A pure value: it takes bytes and returns events. It records which requests are unanswered, so that they are repeated
/// after a lost connection, and which callbacks were handled, so that none runs twice.
///
/// All requests are sent oneway, with a key, over the attached connection and are answered in its stream, so that they
/// take effect in the order in which they were made: a task begins before the callback that began it has returned.
package struct AppConversation: Sendable {
  /// An event in the bytes from the system.
  package enum Event: Hashable, Sendable {
    /// The system listens; `now` is the current position of its time line, if it is reported.
    case attached(now: Instant?)
    /// A callback to run now, with the details of a transfer if there are any; answer with `returned(from:)`.
    case event(Delivery, detail: TransferDetail? = nil)
    /// A transfer has made progress.
    case progress(SessionProgress)
    /// A call has been answered or has failed; some answers come with a descriptor.
    case answered(key: String, VarlinkReply, bringsDescriptor: Bool = false)
    /// The stream ended with an error; the connection is unusable.
    case ended(WireError)
  }

  private struct Request {
    let key: String
    let method: AppInterface.Method?
    let bytes: [UInt8]
    /// Whether a descriptor is sent with it, so that it is sent separately.
    let isHandOver: Bool
    /// The callback that it returns from.
    let returned: CallbackToken?
    var isUnderWay = false
    /// Whether it was sent over an earlier connection, so that it may have been carried out already.
    var isRepeated = false
  }

  /// The maximum number of requests that wait for an answer at the same time; others wait their turn.
  ///
  /// The system allows thousands of open calls on a connection; 32 keep it busy, and only a few have to be repeated
  /// after a lost connection (our choice).
  package static let underWayMax = 32
  /// The number of handled callbacks that are remembered; the system repeats only those whose return it has not seen,
  /// which are as many as are in progress (our choice: well above that).
  static let handledMax = 256

  private var framer = VarlinkFramer()
  private var requests: [Request] = []
  private var underWayCount = 0
  private var requestCount = 0
  private var isConnected = false
  /// The callbacks that are running: only a few, so that searching them is faster than having the runtime build the
  /// type of a set, which took a fifth of the library's share of an app's start (measured).
  private var running: [CallbackToken] = []
  private var handled: [CallbackToken] = []
  private let keyPrefix: String

  /// Makes a conversation whose keys differ from those of any other in the process.
  package init(keyPrefix: String) { self.keyPrefix = keyPrefix }

  /// The number of requests without an answer.
  package var unansweredCount: Int { requests.count }

  /// Begins a new connection; returns the bytes to send: first `Attach`, then the unanswered requests.
  package mutating func connected() -> [UInt8] {
    framer = VarlinkFramer()
    isConnected = true
    return App.Attach().varlinkCall.bytes + sendable()
  }

  /// Ends a lost connection; requests in progress will be repeated.
  package mutating func disconnected() {
    isConnected = false
    underWayCount = 0
    for index in requests.indices where requests[index].isUnderWay {
      requests[index].isUnderWay = false
      requests[index].isRepeated = true
    }
  }

  /// Adds a call, with or without a descriptor; returns its key, and the bytes to send now.
  package mutating func request(
    _ call: OutgoingCall,
    isHandOver: Bool = false
  ) -> (key: String, bytes: [UInt8]) {
    let key = enqueue(call, isHandOver: isHandOver)
    return (key, sendable())
  }

  /// Records that the code for a callback has run; returns the bytes to send now.
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
    // A request's own key is kept: it identifies the request beyond the life of this process.
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

  /// Takes bytes from the system; returns the resulting events, and the bytes to send now.
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

  /// Takes an event, which arrives at least once: one that is running is left alone, one that has run is answered
  /// again.
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
    // An answer to a request that no longer exists is late and is ignored.
    guard let index = requests.firstIndex(where: { $0.key == key }) else { return }
    let request = requests.remove(at: index)
    if request.isUnderWay { underWayCount -= 1 }
    let wasDoneBefore = request.isRepeated && reply.saysThatItWasDone(request.method)
    // The answer brings it whether or not it is requested, so the next answer must not be mistaken for its owner.
    let bringsDescriptor = request.method == .unwatchDescriptor && reply.error == nil
    events.append(
      .answered(
        key: key,
        wasDoneBefore ? VarlinkReply() : reply,
        bringsDescriptor: bringsDescriptor
      )
    )
  }

  /// The next request, if a descriptor is sent with it; later requests wait for it.
  ///
  /// Send it after everything else, because the descriptor belongs to the message with the last byte of a chunk, then
  /// call `handedOver`.
  package var nextHandOver: (key: String, bytes: [UInt8])? {
    guard isConnected, underWayCount < Self.underWayMax,
      let next = requests.first(where: { !$0.isUnderWay }), next.isHandOver
    else { return nil }
    return (next.key, next.bytes)
  }

  /// Records that the request with a descriptor has been sent; returns the bytes to send now.
  package mutating func handedOver(_ key: String) -> [UInt8] {
    guard let index = requests.firstIndex(where: { $0.key == key }) else { return [] }
    underWayCount += 1
    requests[index].isUnderWay = true
    return sendable()
  }

  /// Returns the next requests as bytes, up to one with a descriptor.
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
  /// Returns whether the refusal of a repeated call means that its first copy was carried out; such calls have no
  /// reply.
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
