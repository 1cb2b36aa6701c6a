package import TorporModel

/// One connection as the daemon sees it: bytes in, calls out; answers in, bytes out.
///
/// A pure value. The host feeds it what the peer sent, runs the calls it hands back in any order it
/// likes, answers each once, and sends the bytes that come of it. The session answers
/// `org.varlink.service` and everything that is malformed by itself.
///
/// It owns framing, the order of replies (Varlink matches them to calls by their order alone), the
/// stream of `Attach`, and the limits of one connection. It does not know who the peer is: what a peer
/// may do is for the host, which answers `WireError.permissionDenied`.
///
/// After an output with `mustClose` the session takes and gives nothing more.
package struct WireSession: Sendable {
  /// Names one call of this session.
  package struct CallIdentifier: CountedIdentifier {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
  }

  /// What a peer asks for.
  package enum Method: Hashable, Sendable {
    case app(AppCall)
    case control(ControlCall)
    case bridge(BridgeCall)
  }

  /// One call for the host to run, and then to answer by its identifier.
  package struct Call: Hashable, Sendable {
    package let id: CallIdentifier
    package let method: Method
    /// Whether the caller takes several replies.
    package let wantsMore: Bool
    /// What came beside the call; the host owns them from now on.
    package let descriptors: [Int32]
  }

  /// What a change of the session leads to.
  package struct Output: Hashable, Sendable {
    /// Calls to run, in the order in which they came.
    package var calls: [Call] = []
    /// Bytes to send, before anything that comes of the calls.
    package var bytes: [UInt8] = []
    /// Descriptors that no call wanted; the host closes them.
    package var unwantedDescriptors: [Int32] = []
    /// Whether the connection is to be closed once the bytes are sent.
    package var mustClose = false
  }

  private let information: ServiceInformation
  private let limits: Limits
  private var framer: VarlinkFramer
  private var replies = ReplyQueue()
  private var descriptors: [Int32] = []
  private var lastCall = CallIdentifier(rawValue: 0)
  private var isClosed = false

  /// Makes the session of a fresh connection.
  package init(information: ServiceInformation, limits: Limits = Limits()) {
    self.information = information
    self.limits = limits
    framer = VarlinkFramer(messageBytesMax: limits.messageBytesMax)
  }

  /// Whether the peer gets callbacks over this connection.
  package var isAttached: Bool { replies.attachedCall != nil }

  /// Calls that the host has not answered for good, `Attach` among them.
  package var openCallCount: Int { replies.openCount }

  /// The connection is gone; returns the descriptors that no call has claimed, for the host to close.
  package mutating func abandon() -> [Int32] {
    isClosed = true
    defer { descriptors = [] }
    return descriptors
  }

  // MARK: From the peer

  /// Takes what one receive brought.
  ///
  /// Descriptors belong to the message in which the last of the bytes lies: the kernel ends a receive
  /// behind the piece that carried them (unix(7), and `unix_stream_read_generic`).
  package mutating func receive(
    _ bytes: [UInt8],
    descriptors arrived: [Int32] = []
  ) -> Output {
    var output = Output()
    guard !isClosed else {
      output.unwantedDescriptors = arrived
      output.mustClose = true
      return output
    }
    framer.append(bytes)
    var pending = arrived
    do throws(WireError) {
      var message = try nextMessage()
      while let current = message {
        message = try nextMessage()
        if message == nil, !framer.holdsPartOfMessage { try take(&pending) }
        try handle(current, into: &output)
      }
      if framer.holdsPartOfMessage { try take(&pending) }
    } catch {
      fail(error, into: &output)
    }
    output.unwantedDescriptors += pending
    return output
  }

  private mutating func nextMessage() throws(WireError) -> ArraySlice<UInt8>? {
    do throws(WireLimit) {
      return try framer.next()
    } catch {
      throw .limitExceeded(error)
    }
  }

  private mutating func take(_ arrived: inout [Int32]) throws(WireError) {
    descriptors += arrived
    arrived = []
    guard descriptors.count <= limits.descriptorsMax else {
      throw .limitExceeded(.descriptors(maximum: limits.descriptorsMax))
    }
  }

  private mutating func handle(
    _ message: ArraySlice<UInt8>,
    into output: inout Output
  ) throws(WireError) {
    let call = try VarlinkCall(message: message)
    guard call.isOneway || !replies.endsWithStream else {
      throw .callInProgress(method: call.method)
    }
    guard replies.openCount < limits.openCallsMax else {
      throw .limitExceeded(.openCalls(maximum: limits.openCallsMax))
    }
    lastCall = CallIdentifier(rawValue: lastCall.rawValue + 1)
    let id = lastCall
    let key = call.parameters["key"]?.text
    replies.open(id, isOneway: call.isOneway, key: key, isStream: call.wantsMore)
    do throws(WireError) {
      try run(call, id: id, into: &output)
    } catch {
      try emit(replies.finish(id, VarlinkReply(error)), into: &output)
    }
    output.unwantedDescriptors += descriptors
    descriptors = []
  }

  /// Answers the call, or hands it to the host.
  private mutating func run(
    _ call: VarlinkCall,
    id: CallIdentifier,
    into output: inout Output
  ) throws(WireError) {
    guard let (interface, name) = call.nameParts else {
      throw .methodNotFound(method: call.method)
    }
    guard !call.wantsUpgrade else { throw .methodNotImplemented(method: call.method) }
    let method: Method
    switch String(interface) {
    case ServiceInterface.name:
      let reply = try ServiceInterface.reply(
        to: name,
        parameters: call.parameters,
        information: information
      )
      try emit(replies.finish(id, reply), into: &output)
      return
    case AppInterface.name:
      method = .app(
        try EarlierWords.read(
          AppInterface.name,
          name,
          call.parameters,
          AppCall.init(method:parameters:)
        )
      )
    case ControlInterface.name:
      method = .control(
        try EarlierWords.read(
          ControlInterface.name,
          name,
          call.parameters,
          ControlCall.init(method:parameters:)
        )
      )
    case BridgeInterface.name:
      method = .bridge(
        try EarlierWords.read(
          BridgeInterface.name,
          name,
          call.parameters,
          BridgeCall.init(method:parameters:)
        )
      )
    case ConnectionInterface.name, TaskSchedulerInterface.name, TransfersInterface.name,
      ModesInterface.name:
      throw .methodNotFound(method: call.method)
    default: throw .interfaceNotFound(interface: String(interface))
    }
    guard call.wantsMore || !method.needsMore else { throw .expectedMore }
    if case .app(.attach) = method { replies.attach(id) }
    let claimed = try claimDescriptors(for: method)
    output.calls.append(
      Call(id: id, method: method, wantsMore: call.wantsMore, descriptors: claimed)
    )
  }

  private mutating func claimDescriptors(for method: Method) throws(WireError) -> [Int32] {
    guard !descriptors.isEmpty else { return [] }
    guard descriptors.count == method.descriptorCount else {
      throw .invalidParameter(parameter: "descriptors")
    }
    defer { descriptors = [] }
    return descriptors
  }

  // MARK: From the host

  /// Answers a call; `continues` where more answers to the same call follow, as to the `Attach` of an app,
  /// whose stream of events the first one opens.
  package mutating func answer(
    _ call: CallIdentifier,
    _ reply: some WireReply,
    continues: Bool = false
  ) -> Output {
    let continues = continues || call == replies.attachedCall
    let reply = VarlinkReply(parameters: reply.parameters, continues: continues)
    return send { continues ? $0.proceed(call, reply) : $0.finish(call, reply) }
  }

  /// Answers a call with an error.
  package mutating func refuse(_ call: CallIdentifier, _ error: WireError) -> Output {
    send { $0.finish(call, VarlinkReply(error)) }
  }

  /// Sends a callback to the app, with what is told beside it of a transfer; `nil` where it does not
  /// listen on this connection.
  package mutating func deliver(_ delivery: Delivery, detail: TransferDetail? = nil) -> Output? {
    guard let call = replies.attachedCall else { return nil }
    return send { $0.proceed(call, AttachReply.event(delivery, detail: detail).varlinkReply) }
  }

  /// Tells the app how far a transfer is; `nil` where it does not listen on this connection.
  package mutating func report(_ progress: SessionProgress) -> Output? {
    guard let call = replies.attachedCall else { return nil }
    return send { $0.proceed(call, AttachReply.progress(progress).varlinkReply) }
  }

  private mutating func send(_ change: (inout ReplyQueue) -> [UInt8]) -> Output {
    var output = Output()
    guard !isClosed else { return output }
    let bytes = change(&replies)
    do throws(WireError) {
      try emit(bytes, into: &output)
    } catch {
      fail(error, into: &output)
    }
    return output
  }

  private func emit(_ bytes: [UInt8], into output: inout Output) throws(WireError) {
    output.bytes += bytes
    guard replies.heldBytes <= limits.heldReplyBytesMax else {
      throw .limitExceeded(.heldReplyBytes(maximum: limits.heldReplyBytesMax))
    }
  }

  /// Ends the session with an error that the peer gets whatever it waits for.
  private mutating func fail(_ error: WireError, into output: inout Output) {
    isClosed = true
    output.bytes += VarlinkReply(error).bytes
    output.unwantedDescriptors += descriptors
    descriptors = []
    output.mustClose = true
  }
}

extension WireSession.Method {
  /// Whether the method makes sense only with several replies.
  fileprivate var needsMore: Bool {
    switch self {
    case .app(.attach), .bridge(.attach): true
    case .control(.log(let call)): call.follows
    case .control(.watch(let call)): call.follows
    case .app, .control, .bridge: false
    }
  }

  fileprivate var descriptorCount: Int {
    switch self {
    case .app(.watchDescriptor): 1
    case .control(.run(let call)): call.descriptorCount
    case .app, .control, .bridge: 0
    }
  }
}
