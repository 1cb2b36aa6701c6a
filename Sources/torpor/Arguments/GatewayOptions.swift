import ArgumentParser
import TorporModel
import TorporText
import TorporWire

/// Through which gateway `torpor push` sends, and as whom; without `--gateway` the daemon of this machine is asked.
struct GatewayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send it through a push gateway, as a server would: https://HOST:PORT.",
      valueName: "url"
    )
  )
  var gateway: String?

  @Option(help: ArgumentHelp("The app's token at the gateway.", valueName: "hex"))
  var token: String?

  @Option(help: ArgumentHelp("The key of the sender (.p8).", valueName: "file"))
  var key: String?

  @Option(help: ArgumentHelp("The ID of that key.", valueName: "id"))
  var keyID: String?

  @Option(help: ArgumentHelp("The team that the key belongs to.", valueName: "id"))
  var team: String?

  @Option(
    help: ArgumentHelp(
      "The authority that signed the gateway's certificate (PEM; default: the system's).",
      valueName: "file"
    )
  )
  var certificate: String?

  /// The command line of `torpor-pushd` that sends the push; `nil`: the daemon of this machine is asked.
  ///
  /// - Throws: `CommandFailure.usage` naming the option that is missing, or has no gateway.
  func words(
    app: String,
    payload: String,
    _ arguments: PushArguments
  ) throws(CommandFailure) -> [String]? {
    let named: [(option: String, value: String?)] = [
      ("--token", token), ("--key", key), ("--key-id", keyID), ("--team", team),
    ]
    guard let gateway else {
      if let lone = (named + [("--certificate", certificate)]).first(where: { $0.value != nil }) {
        throw .usage(
          "\(lone.option) is for a push through a gateway; add --gateway https://HOST:PORT."
        )
      }
      return nil
    }
    // Without TLS is for this machine alone, which the companion looks at.
    guard gateway.hasPrefix("https://") || gateway.hasPrefix("http://") else {
      throw .usage(
        "--gateway takes https://HOST:PORT, not '\(Printable.line(gateway))': senders reach a gateway by HTTPS."
      )
    }
    if let missing = named.first(where: { $0.value == nil }) {
      throw .usage(
        "--gateway also needs \(missing.option): `torpor-gateway key add --generate` makes a key, and "
          + "`registerForRemoteNotifications` gives the token."
      )
    }
    // Its mistakes are those of a push to the daemon.
    let push = try arguments.call(app: app, payload: payload)
    var words = ["send", "--gateway", gateway, "--topic", app]
    for (option, value) in named { words += [option, value ?? ""] }
    if let certificate { words += ["--certificate", certificate] }
    if let kind = push.kind { words += ["--type", kind.rawValue] }
    if let priority = push.priority { words += ["--priority", String(priority.rawValue)] }
    if let name = push.collapseIdentifier { words += ["--collapse-id", name] }
    if let lifetime = push.lifetime {
      words += ["--expires-in", String(lifetime.components.seconds)]
    }
    return words + ["--payload", payload]
  }
}
