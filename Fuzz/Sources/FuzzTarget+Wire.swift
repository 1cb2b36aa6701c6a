import TorporModel
import TorporWire

extension FuzzTarget {
  /// JSON, which all else on the socket and in the journal is made of.
  static let json = FuzzTarget(name: "json") { input in
    do throws(JSONSyntaxError) {
      let value = try JSON(parsing: input)
      let written = value.bytes
      require((try? JSON(parsing: written)) == value, "written JSON reads as another value")
      return true
    } catch {
      require((0...input.count).contains(error.offset), "an offset outside: \(error.offset)")
      requireHelp(error.description, place: "at byte \(error.offset)", input: input)
      return false
    }
  }

  /// What a peer sends to the daemon: a stream of Varlink messages, cut anywhere.
  ///
  /// The first byte says into pieces of how many bytes; more than 4096 pieces would take seconds.
  static let wire = FuzzTarget(name: "wire") { input in
    guard let choice = input.first else { return false }
    let stream = input.dropFirst()
    let pieceSize = max(1 + Int(choice) * 16, stream.count / 4096)
    let whole = calls(in: stream, pieceSize: max(1, stream.count), isAnswering: false)
    let cut = calls(in: stream, pieceSize: pieceSize, isAnswering: false)
    require(whole == cut, "the same bytes in other pieces are other calls")
    _ = calls(in: stream, pieceSize: pieceSize, isAnswering: true)
    for message in stream.split(separator: 0) { requireRoundTrip(of: message) }
    return !whole.isEmpty
  }

  /// What the session of a connection makes of the bytes; `isAnswering`: every call is refused at once.
  private static func calls(
    in stream: ArraySlice<UInt8>,
    pieceSize: Int,
    isAnswering: Bool
  ) -> [WireSession.Method] {
    var session = WireSession(information: ServiceInformation(version: "0"))
    var methods: [WireSession.Method] = []
    var isClosed = false
    var rest = stream
    while !rest.isEmpty {
      let output = session.receive(Array(rest.prefix(pieceSize)))
      rest = rest.dropFirst(pieceSize)
      require(
        !isClosed || output.calls.isEmpty && output.bytes.isEmpty,
        "a closed session still speaks"
      )
      isClosed = isClosed || output.mustClose
      methods += output.calls.map(\.method)
      requireMessages(output.bytes)
      for call in output.calls where isAnswering {
        let answer = session.refuse(call.id, .permissionDenied)
        requireMessages(answer.bytes)
        isClosed = isClosed || answer.mustClose
      }
    }
    return methods
  }

  /// What the daemon sends is whole messages that read as replies.
  private static func requireMessages(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    require(bytes.last == 0, "a message has no end mark")
    for message in bytes.split(separator: 0) {
      require((try? VarlinkReply(message: message)) != nil, "the daemon's reply cannot be read")
    }
  }

  private static func requireRoundTrip(of message: ArraySlice<UInt8>) {
    let call: VarlinkCall
    do throws(WireError) {
      call = try VarlinkCall(message: message)
    } catch {
      return requireHelp(error.sentence, input: Array(message))
    }
    require(
      (try? VarlinkCall(message: call.bytes.dropLast())) == call,
      "a written call reads as another one"
    )
    guard let (_, name) = call.nameParts else { return }
    // Of all three interfaces, whichever the call names: their parsers are what is tried.
    read(call, again: { $0.call.varlinkCall }) { parameters throws(WireError) in
      try ControlCall(method: name, parameters: parameters)
    }
    read(call, again: { $0.call.varlinkCall }) { parameters throws(WireError) in
      try AppCall(method: name, parameters: parameters)
    }
    read(call, again: { $0.call.varlinkCall }) { parameters throws(WireError) in
      try BridgeCall(method: name, parameters: parameters)
    }
  }

  private static func read<Value: Equatable>(
    _ call: VarlinkCall,
    again write: (Value) -> VarlinkCall,
    with parse: (JSON) throws(WireError) -> Value
  ) {
    do throws(WireError) {
      let value = try parse(call.parameters)
      let written = write(value)
      do throws(WireError) {
        let second = try parse(written.parameters)
        require(second == value, "\(call.method) reads as another call once written")
      } catch {
        fatalError("\(call.method) cannot be read once written: \(error.sentence)")
      }
    } catch {
      requireHelp(error.sentence, input: call.bytes)
    }
  }

  /// What the daemon, or somebody in its place, sends to a client, an app or a desktop bridge.
  ///
  /// The first byte chooses what was asked.
  static let reply = FuzzTarget(name: "reply") { input in
    guard let choice = input.first else { return false }
    do throws(WireError) {
      let reply = try VarlinkReply(message: input.dropFirst())
      require(
        (try? VarlinkReply(message: reply.bytes.dropLast())) == reply,
        "a written reply reads as another one"
      )
      if choice == UInt8(ascii: "0") {
        _ = try AttachReply(from: reply)
      } else if choice == UInt8(ascii: "1") {
        let orders = try Bridge.Attach().reply(from: reply)
        let again = VarlinkReply(parameters: orders.parameters)
        require((try? Bridge.Attach().reply(from: again)) == orders, "orders change")
      } else {
        let call = asked[Int(choice &- UInt8(ascii: "A")) % asked.count]
        try answer(call, with: reply)
      }
      return true
    } catch .other {
      // An error of a newer daemon has that one's words.
      return false
    } catch {
      requireHelp(error.sentence, input: input)
      return false
    }
  }

  private static func answer<Call: WireCall>(
    _ call: Call,
    with reply: VarlinkReply
  ) throws(WireError) {
    _ = try call.reply(from: reply)
  }

  /// One call for each kind of result, from `A` on in the corpus.
  private static let asked: [any WireCall] = {
    let app = JSON.object(["app": .string("com.example.mail")])
    let none = JSON.object([])
    let calls: [(String, JSON)] = [
      ("List", none), ("Status", none), ("Launch", app), ("GetSettings", none),
      ("GetSettings", app), ("ListJobs", none), ("Log", none), ("ListNotifications", none),
      ("ListAccessories", none), ("ListTransfers", none), ("Why", app), ("ListActivities", none),
      ("Diagnose", app), ("DescribeUsage", app), ("GetVersion", none), ("GetCapabilities", none),
      ("Lock", none),
    ]
    return calls.map { name, parameters in
      guard let call = try? ControlCall(method: name, parameters: parameters) else {
        fatalError("\(name) is called in another way")
      }
      return call.call
    }
  }()
}
