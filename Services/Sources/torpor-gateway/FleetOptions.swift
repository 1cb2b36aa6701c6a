import Gateway

/// The options that begin with `--nats`.
struct FleetOptions {
  private var servers: [NATSServer] = []
  private var login: String?
  private var certificateAuthority: String?
  private var replicas: Int?
  private var prefix: String?

  /// Takes an option with its value; returns whether it is one of these.
  mutating func take(
    _ word: String,
    _ words: inout Options.Words
  ) throws(Options.Mistake) -> Bool {
    switch word {
    case "--nats":
      for text in try words.value(of: word).split(separator: ",") {
        guard let server = NATSServer(String(text)) else {
          throw Options.Mistake(
            sentence: "--nats takes nats://HOST:PORT, several with commas, not '\(text)'."
          )
        }
        servers.append(server)
      }
    case "--nats-login":
      let path = try words.value(of: word)
      guard let text = TextFile.read(path) else {
        throw Options.Mistake(sentence: "--nats-login \(path) cannot be read.")
      }
      login = text.split(whereSeparator: \.isNewline).first.map { String($0) } ?? ""
    case "--nats-ca": certificateAuthority = try words.value(of: word)
    case "--nats-replicas":
      let text = try words.value(of: word)
      guard let number = Int(text), [1, 3, 5].contains(number) else {
        throw Options.Mistake(sentence: "--nats-replicas takes 1, 3 or 5, not '\(text)'.")
      }
      replicas = number
    case "--nats-prefix":
      let text = try words.value(of: word)
      guard FleetSettings.isPrefix(text) else {
        throw Options.Mistake(
          sentence: "--nats-prefix takes up to 32 letters, digits and hyphens, not '\(text)'."
        )
      }
      prefix = text
    default: return false
    }
    return true
  }

  /// Returns the settings; `nil`: the mailboxes are in a file.
  func settings() throws(Options.Mistake) -> FleetSettings? {
    guard !servers.isEmpty else {
      if login != nil || certificateAuthority != nil || replicas != nil || prefix != nil {
        throw Options.Mistake(
          sentence: "--nats-login, --nats-ca, --nats-replicas and --nats-prefix need --nats."
        )
      }
      return nil
    }
    guard certificateAuthority != nil || !servers.contains(where: { $0.needsTLS }) else {
      throw Options.Mistake(sentence: "tls:// needs --nats-ca.")
    }
    var servers = servers
    if let login {
      for index in servers.indices {
        guard let server = servers[index].with(login: login) else {
          throw Options.Mistake(sentence: "The file of --nats-login has one line, USER:PASSWORD.")
        }
        servers[index] = server
      }
    }
    var settings = FleetSettings(servers: servers)
    settings.certificateAuthority = certificateAuthority
    if let replicas { settings.replicas = replicas }
    if let prefix { settings.prefix = prefix }
    return settings
  }
}
