import PushLink

#if canImport(Glibc)
import Glibc
#endif

/// The command line of `torpor-pushd`.
enum Options {
  case link(LinkSettings)
  case send(PushSender, OutgoingPush)
  case help

  static let usage = """
    usage: torpor-pushd --gateway wss://HOST:PORT [--socket PATH] [--state FOLDER] [--certificate FILE]
                        [--environment production|sandbox]
           torpor-pushd send --gateway https://HOST:PORT --topic APP --token HEX --key FILE --key-id ID
                        --team ID --payload JSON [--certificate FILE] [--type TYPE] [--priority NUMBER]
                        [--collapse-id ID] [--expires-in SECONDS]

    Connects this device to a push gateway, so that pushes from servers reach its apps. `send` sends one, as a
    server would; people use `torpor push --gateway`.

      --gateway URL       where devices connect; ws:// only on this machine itself
      --socket PATH       the daemon's socket (default: $TORPOR_SOCKET, else $XDG_RUNTIME_DIR/torpor/socket, as root
                          /run/torpor/socket)
      --state FOLDER      the key of this device and what was learned of its networks (default: torpor-push in
                          $XDG_STATE_HOME, ~/.local/state, or /var/lib/torpor-push as root)
      --certificate FILE  the authorities that are trusted, in PEM (default: those of the system)
      --environment NAME  which tokens apps get: production (default) or sandbox
    """

  /// An invalid command line.
  struct Mistake: Error {
    let sentence: String
  }

  init(_ words: [String]) throws(Mistake) {
    if words.contains("--help") || words.contains("-h") {
      self = .help
    } else if words.first == "send" {
      self = try Options.send(try Options.values(of: words.dropFirst(), Options.sendOptions))
    } else {
      self = try Options.link(try Options.values(of: words[...], Options.linkOptions))
    }
  }

  private static let linkOptions = [
    "--gateway", "--socket", "--state", "--certificate", "--environment",
  ]
  private static let sendOptions = [
    "--gateway", "--topic", "--token", "--key", "--key-id", "--team", "--payload", "--certificate",
    "--type", "--priority", "--collapse-id", "--expires-in",
  ]

  private static func values(
    of words: ArraySlice<String>,
    _ known: [String]
  ) throws(Mistake) -> [String: String] {
    var values: [String: String] = [:]
    var rest = words
    while let word = rest.popFirst() {
      guard known.contains(word) else {
        throw Mistake(sentence: "'\(word)' is not an option.\n\(usage)")
      }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw Mistake(sentence: "\(word) needs a value; torpor-pushd --help says which.")
      }
      values[word] = value
    }
    return values
  }

  private static func need(
    _ option: String,
    _ values: [String: String]
  ) throws(Mistake) -> String {
    guard let value = values[option] else {
      throw Mistake(sentence: "\(option) is missing; torpor-pushd --help says what it takes.")
    }
    return value
  }

  // MARK: The link

  private static func link(_ values: [String: String]) throws(Mistake) -> Options {
    let environment = values["--environment"] ?? "production"
    guard ["production", "sandbox"].contains(environment) else {
      throw Mistake(sentence: "--environment takes production or sandbox, not '\(environment)'.")
    }
    let gateway = try need("--gateway", values)
    do throws(GatewayAddress.Mistake) {
      return .link(
        LinkSettings(
          gateway: try GatewayAddress(gateway),
          socketPath: values["--socket"] ?? usualSocketPath,
          stateFolder: values["--state"] ?? usualStateFolder,
          environment: environment,
          certificate: values["--certificate"]
        )
      )
    } catch {
      throw Mistake(sentence: error.sentence)
    }
  }

  private static var usualSocketPath: String {
    if let path = variable("TORPOR_SOCKET") { return path }
    if let folder = variable("XDG_RUNTIME_DIR"), geteuid() != 0 { return folder + "/torpor/socket" }
    return geteuid() == 0 ? "/run/torpor/socket" : "/run/user/\(geteuid())/torpor/socket"
  }

  private static var usualStateFolder: String {
    if geteuid() == 0 { return "/var/lib/torpor-push" }
    return (variable("XDG_STATE_HOME") ?? (variable("HOME") ?? "") + "/.local/state")
      + "/torpor-push"
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: A push

  private static func send(_ values: [String: String]) throws(Mistake) -> Options {
    let keyFile = try need("--key", values)
    guard
      let identity = SenderIdentity(
        pem: text(of: keyFile) ?? "",
        keyIdentifier: try need("--key-id", values),
        team: try need("--team", values)
      )
    else {
      throw Mistake(
        sentence:
          "'\(keyFile)' is not the key of a sender: a private key of P-256 in PEM, as in a .p8. "
          + "`torpor-gateway key add --generate` makes one."
      )
    }
    var push = OutgoingPush(
      topic: try need("--topic", values),
      token: try need("--token", values),
      payload: try need("--payload", values)
    )
    push.pushType = values["--type"]
    push.priority = try number("--priority", values).map { Int($0) }
    push.collapseIdentifier = values["--collapse-id"]
    push.lifetimeSeconds = try number("--expires-in", values)
    let gateway = try need("--gateway", values)
    do throws(GatewayAddress.Mistake) {
      let address = try GatewayAddress(gateway, schemes: ("https", "http"))
      return .send(
        PushSender(address, certificate: values["--certificate"], as: identity),
        push
      )
    } catch {
      throw Mistake(sentence: error.sentence)
    }
  }

  private static func number(
    _ option: String,
    _ values: [String: String]
  ) throws(Mistake) -> Int64? {
    guard let text = values[option] else { return nil }
    guard let number = Int64(text), (0...Int64(Int32.max)).contains(number) else {
      throw Mistake(sentence: "\(option) takes a number, not '\(text)'.")
    }
    return number
  }

  /// Returns the text of a file of at most 64 KiB; `nil` if it cannot be read.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
