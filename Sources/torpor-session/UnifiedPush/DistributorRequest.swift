import TorporWire

/// A program's request to a distributor (UnifiedPush on D-Bus), in either form.
struct DistributorRequest: Hashable {
  enum Task: Hashable {
    case register(service: String, key: String?)
    case unregister
  }

  let version: PushRegistration.Version
  let token: String
  let task: Task

  static let path = "/org/unifiedpush/Distributor"
  static let interfaces = ["org.unifiedpush.Distributor1", "org.unifiedpush.Distributor2"]
  /// The maximum number of bytes of a token (UnifiedPush), and of a name on the bus.
  private static let tokenBytesMax = 100
  private static let nameBytesMax = 255

  /// The error, as a sentence for the program's developer.
  struct Mistake: Error {
    let sentence: String
  }

  /// Makes the request of a call; `nil` if the method does not belong to a distributor.
  ///
  /// - Throws: `Mistake`.
  init?(_ event: BusEvent) throws(Mistake) {
    guard let index = Self.interfaces.firstIndex(of: event.interface),
      event.member == "Register" || event.member == "Unregister"
    else { return nil }
    let isRegister = event.member == "Register"
    var (token, service, key): (String?, String?, String?)
    if index == 0 {
      version = .one
      let texts = event.values.map(\.text)
      // A description may follow, which is not shown.
      if isRegister, texts.count >= 2 { (service, token) = (texts[0], texts[1]) }
      if !isRegister, texts.count == 1 { token = texts[0] }
    } else {
      version = .two
      let members = event.values.first?.members ?? [:]
      (token, service) = (members["token"]?.text, members["service"]?.text)
      key = members["vapid"]?.text
    }
    guard let token, (1...Self.tokenBytesMax).contains(token.utf8.count) else {
      throw Mistake(sentence: "The token is missing, or has more than 100 bytes.")
    }
    self.token = token
    guard isRegister else {
      task = .unregister
      return
    }
    guard let service, (3...Self.nameBytesMax).contains(service.utf8.count), service.contains("."),
      !service.hasPrefix(":")
    else { throw Mistake(sentence: "The service is not the name of a program on the bus.") }
    guard key.map({ PushChannel.isKey($0) }) ?? true else {
      throw Mistake(sentence: "vapid is not a key: 87 characters of Base64url, a point of P-256.")
    }
    task = .register(service: service, key: key)
  }

  /// Why a registration fails, with the names of UnifiedPush.
  enum Failure: String {
    case internalError = "INTERNAL_ERROR"
    case unauthorized = "UNAUTHORIZED"
  }

  /// Returns the answer to a registration.
  func answer(_ failure: Failure?) -> BusAnswer {
    let word = failure == nil ? "REGISTRATION_SUCCEEDED" : "REGISTRATION_FAILED"
    guard version == .two else {
      return .values([.string(word), .string(failure?.rawValue ?? "")])
    }
    guard let failure else { return .values([.options(["success": .string(word)])]) }
    return .values([
      .options(["success": .string(word), "reason": .string(failure.rawValue)])
    ])
  }

  /// The answer to the end of a registration.
  var unregistered: BusAnswer { .values(version == .two ? [.options([:])] : []) }

  /// The introspection of the object, for tools.
  static let introspection = """
    <node>
      <interface name="org.unifiedpush.Distributor1">
        <method name="Register">
          <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
          <arg type="s" direction="out"/><arg type="s" direction="out"/>
        </method>
        <method name="Unregister"><arg type="s" direction="in"/></method>
      </interface>
      <interface name="org.unifiedpush.Distributor2">
        <method name="Register"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
        <method name="Unregister"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
      </interface>
    </node>
    """
}

/// A distributor's calls to a program.
enum ConnectorCall {
  private static let path = "/org/unifiedpush/Connector"
  /// The time that a program may take to read a message that was sent to it.
  ///
  /// A day: a frozen program may be frozen for that long, and the bus reports its end. Our choice.
  private static let patience = Duration.seconds(86_400)

  static func message(_ data: [UInt8], _ identifier: String, to registration: PushRegistration)
    -> BusCall
  {
    call(
      "Message",
      to: registration,
      [
        ("token", .string(registration.token)), ("message", .bytes(data)),
        ("id", .string(identifier)),
      ]
    )
  }

  static func newEndpoint(_ endpoint: String, to registration: PushRegistration) -> BusCall {
    call(
      "NewEndpoint",
      to: registration,
      [
        ("token", .string(registration.token)), ("endpoint", .string(endpoint)),
      ]
    )
  }

  /// Returns the call that reports the end of a registration at the program's request; the first form then has no
  /// token.
  static func unregistered(_ registration: PushRegistration) -> BusCall {
    let token = registration.version == .one ? "" : registration.token
    return call("Unregistered", to: registration, [("token", .string(token))])
  }

  private static func call(
    _ member: String,
    to registration: PushRegistration,
    _ arguments: [(String, BusValue)]
  ) -> BusCall {
    let isFirst = registration.version == .one
    return BusCall(
      destination: registration.service,
      path: path,
      interface: "org.unifiedpush.Connector\(registration.version.rawValue)",
      member: member,
      arguments: isFirst
        ? arguments.map(\.1)
        : [
          .dictionary(
            arguments.map { BusEntry(key: .string($0.0), value: .variant($0.1)) },
            of: "sv"
          )
        ],
      timeout: patience
    )
  }
}
