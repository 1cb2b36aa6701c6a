import Gateway
import Logging

/// The command line of `torpor-gateway`.
struct Options {
  /// The task to carry out.
  enum Task {
    case serve(GatewaySettings)
    case addKey(KeyOrder)
    case revokeKey(dataFolder: String, keyID: String)
    case listKeys(dataFolder: String)
    case help
  }

  /// A key to add.
  struct KeyOrder {
    var dataFolder = ""
    var team = ""
    var keyID = ""
    var topics: [String] = []
    var environment: Environment?
    /// A PEM file with a public key; `nil`: a new key is created.
    var publicFile: String?
    /// Whether it replaces a key with the same name.
    var replaces = false
  }

  /// An invalid command line.
  struct Mistake: Error {
    let sentence: String
  }

  let task: Task

  static let usage = """
    usage: torpor-gateway --data DIR [options]
           torpor-gateway --data DIR --nats nats://HOST:PORT[,...] [options]
           torpor-gateway key add --data DIR --team T --key-id K [--topics a,b] [--environment E]
                                  (--public FILE | --generate) [--replace]
           torpor-gateway key list --data DIR
           torpor-gateway key revoke --data DIR --key-id K

    Serves senders that speak the API of Apple's push service, and the devices that they send to.

      --data DIR              mailboxes and keys; made where it is missing
      --listen ADDR:PORT      senders (default: 127.0.0.1:8443)
      --sandbox ADDR:PORT     senders, for tokens of the sandbox (default: none)
      --devices ADDR:PORT     devices (default: 127.0.0.1:8444)
      --admin ADDR:PORT       /metrics, /healthz and /readyz (default: 127.0.0.1:8445; none: nowhere)
      --tls-certificate FILE  a chain, PEM, for senders and devices
      --tls-key FILE          its key, PEM
      --public-url URL        how senders of Web Push reach it, as https://push.example:8443 (default: by the
                              address of --listen, where that is one machine's)
      --plain                 without TLS; on the loopback only
      --nats SERVER[,...]     mailboxes in NATS JetStream instead, for gateways on several machines; DIR has only keys.
                              SERVER: nats://[USER:PASSWORD@]HOST:PORT, or tls:// with --nats-ca
      --nats-login FILE       USER:PASSWORD for all servers, on one line
      --nats-ca FILE          the authority that signed the servers' certificates, PEM
      --nats-replicas N       on how many servers each mailbox is (default: 3)
      --nats-prefix NAME      begins the names of buckets and subjects (default: torpor)
      --log-level LEVEL       debug, info, notice or error (default: info)

    Port 0 chooses a free port, which is printed.
    """

  init(_ words: [String]) throws(Mistake) {
    var words = Words(words)
    switch words.first {
    case "--help", "-h": task = .help
    case "key":
      words.drop()
      task = try Options.keyTask(&words)
    default: task = .serve(try Options.settings(&words))
    }
  }

  private static func settings(_ words: inout Words) throws(Mistake) -> GatewaySettings {
    var settings = GatewaySettings(dataFolder: "")
    var (certificate, key): (String?, String?)
    var isPlain = false
    var fleet = FleetOptions()
    while let word = words.next() {
      if try fleet.take(word, &words) { continue }
      switch word {
      case "key":
        throw Mistake(
          sentence: "'key' comes first: torpor-gateway key add --data \(settings.dataFolder) ..."
        )
      case "--data": settings.dataFolder = try words.value(of: word)
      case "--listen": settings.providers = try words.address(of: word)
      case "--sandbox": settings.sandboxProviders = try words.address(of: word)
      case "--devices": settings.devices = try words.address(of: word)
      case "--admin": settings.admin = words.takes("none") ? nil : try words.address(of: word)
      case "--tls-certificate": certificate = try words.value(of: word)
      case "--tls-key": key = try words.value(of: word)
      case "--plain": isPlain = true
      case "--public-url":
        let text = try words.value(of: word)
        guard let origin = WebOrigin(text) else {
          throw Mistake(
            sentence:
              "--public-url takes an address without a path, as https://push.example:8443, not '\(text)'."
          )
        }
        settings.origin = origin
      case "--log-level":
        let name = try words.value(of: word)
        guard let level = Logger.Level(rawValue: name) else {
          throw Mistake(sentence: "--log-level takes debug, info, notice or error, not '\(name)'.")
        }
        settings.logger.logLevel = level
      default: throw Mistake(sentence: "'\(word)' is not an option.\n\(usage)")
      }
    }
    guard !settings.dataFolder.isEmpty else {
      throw Mistake(sentence: "--data is missing.\n\(usage)")
    }
    settings.fleet = try fleet.settings()
    if let certificate, let key, !isPlain {
      settings.tls = (certificate, key)
    } else if certificate != nil || key != nil || !isPlain {
      throw Mistake(
        sentence: "Give --tls-certificate and --tls-key, or --plain alone for the loopback."
      )
    }
    if let admin = settings.admin, !admin.isLoopback {
      throw Mistake(
        sentence:
          "\(admin) is reached from other machines, and has no TLS. Give --admin an address of the loopback."
      )
    }
    if isPlain {
      let open = [settings.providers, settings.sandboxProviders, settings.devices].compactMap { $0 }
      if let address = open.first(where: { !$0.isLoopback }) {
        throw Mistake(
          sentence: "\(address) is reached from other machines, and --plain has no TLS. "
            + "Give --tls-certificate and --tls-key, or an address of the loopback."
        )
      }
    }
    return settings
  }

  private static func keyTask(_ words: inout Words) throws(Mistake) -> Task {
    let verb = words.next() ?? ""
    var order = KeyOrder()
    var makesKey = false
    while let word = words.next() {
      switch word {
      case "--data": order.dataFolder = try words.value(of: word)
      case "--team": order.team = try words.value(of: word)
      case "--key-id": order.keyID = try words.value(of: word)
      case "--topics":
        order.topics = try words.value(of: word).split(separator: ",").map { String($0) }
      case "--environment":
        let name = try words.value(of: word)
        guard let environment = Environment(name: name) else {
          throw Mistake(sentence: "--environment takes production or sandbox, not '\(name)'.")
        }
        order.environment = environment
      case "--public": order.publicFile = try words.value(of: word)
      case "--generate": makesKey = true
      case "--replace": order.replaces = true
      default: throw Mistake(sentence: "'\(word)' is not an option of key.\n\(usage)")
      }
    }
    guard !order.dataFolder.isEmpty else { throw Mistake(sentence: "--data is missing.\n\(usage)") }
    if verb == "list" { return .listKeys(dataFolder: order.dataFolder) }
    guard isName(order.keyID) else {
      throw Mistake(sentence: "--key-id takes letters and digits, 10 as a rule.")
    }
    switch verb {
    case "revoke": return .revokeKey(dataFolder: order.dataFolder, keyID: order.keyID)
    case "add":
      guard isName(order.team) else {
        throw Mistake(sentence: "--team takes letters and digits, 10 as a rule.")
      }
      guard makesKey != (order.publicFile != nil) else {
        throw Mistake(sentence: "Give --public with a file, or --generate.")
      }
      for topic in order.topics where !topic.utf8.allSatisfy({ isNameUnit($0, also: ".-_") }) {
        throw Mistake(sentence: "'\(topic)' is not a topic: letters, digits, points and hyphens.")
      }
      return .addKey(order)
    default: throw Mistake(sentence: "key takes add, list or revoke, not '\(verb)'.\n\(usage)")
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { isNameUnit($0, also: "") }
  }

  private static func isNameUnit(_ unit: UInt8, also: String) -> Bool {
    switch unit {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: also.utf8.contains(unit)
    }
  }

  /// The words of a command line, taken from the front.
  struct Words {
    private var rest: ArraySlice<String>

    init(_ words: [String]) { rest = words[...] }

    var first: String? { rest.first }

    mutating func drop() { rest = rest.dropFirst() }

    mutating func next() -> String? { rest.popFirst() }

    mutating func takes(_ word: String) -> Bool {
      guard rest.first == word else { return false }
      drop()
      return true
    }

    mutating func value(of option: String) throws(Mistake) -> String {
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw Mistake(sentence: "\(option) needs a value.")
      }
      return value
    }

    mutating func address(of option: String) throws(Mistake) -> ListenAddress {
      let text = try value(of: option)
      guard let address = ListenAddress(text) else {
        throw Mistake(
          sentence: "\(option) takes an address and a port, as 127.0.0.1:8443, not '\(text)'."
        )
      }
      return address
    }
  }
}
