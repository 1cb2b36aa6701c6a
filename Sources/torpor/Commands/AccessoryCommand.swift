import ArgumentParser
import TorporModel
import TorporPosix
import TorporWire

/// `torpor accessory`: the accessories that are connected.
struct AccessoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accessory",
    abstract: "List accessories, and connect those that the kernel does not report.",
    subcommands: [
      AccessoryListCommand.self, AccessoryConnectCommand.self, AccessoryDisconnectCommand.self,
    ],
    defaultSubcommand: AccessoryListCommand.self
  )
}

/// `torpor accessory list`, which is what `torpor accessory` does.
struct AccessoryListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the accessories that are connected."
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let daemon = try connection.connect()
    let answer = try daemon.call(Control.ListAccessories())
    if output.json { return try Terminal.show(answer.parameters, from: daemon) }
    let accessories = answer.reply.accessories
    Terminal.show(AccessoryList.lines(accessories, Terminal.style, width: Terminal.columns))
  }
}

/// `torpor accessory connect`: a line that the kernel does not show is an accessory from now on.
struct AccessoryConnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect",
    abstract: "Notify apps that an accessory was connected.",
    discussion: """
      For devices that the kernel does not report, such as a terminal created by a program: \
      torpor accessory connect pump --protocol com.example.pump --device /dev/pts/7. Only root or the \
      daemon's own user may do this. It stays until it is disconnected or the machine is restarted.
      """,
    // As it was called before.
    aliases: ["plug"]
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("protocol"),
    help: """
      A protocol that it speaks; may be repeated (default: apps with any protocol are notified).
      """
  )
  var protocols: [String] = []

  @Option(help: "Its device node.")
  var device: String?

  @Argument(help: "The accessory's name.")
  var name: String

  func run() throws {
    let accessory = Accessory(
      name: name,
      protocols: protocols,
      devicePath: try device.map { try AccessoryArguments.device($0) },
      isSimulated: true
    )
    let daemon = try connection.connect()
    _ = try daemon.call(Control.ConnectAccessory(accessory))
    try output.report("Accessory \(name) is connected.", from: daemon)
  }
}

/// `torpor accessory disconnect`: an accessory that was connected by a command is gone.
struct AccessoryDisconnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnect",
    abstract: "Notify apps that an accessory of `torpor accessory connect` was disconnected.",
    // As it was called before.
    aliases: ["unplug"]
  )

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The accessory's name.")
  var name: String

  func run() throws {
    let daemon = try connection.connect()
    _ = try daemon.call(Control.DisconnectAccessory(name: name))
    try output.report("Accessory \(name) is disconnected.", from: daemon)
  }
}

extension OutputOptions {
  /// Says what became of an accessory: those that are connected now with `--json`, else a sentence to a person.
  fileprivate func report(
    _ sentence: String,
    from daemon: ControlConnection
  ) throws(CommandFailure) {
    guard json else { return Terminal.confirm(sentence) }
    try CommandFailure.after(sentence) { () throws(CommandFailure) in
      try Terminal.show(try daemon.call(Control.ListAccessories()).parameters, from: daemon)
    }
  }
}
