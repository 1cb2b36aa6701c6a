import ArgumentParser
import TorporModel
import TorporPosix
import TorporWire

/// `torpor accessory`: the accessories that are connected.
struct AccessoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accessory",
    abstract: "List accessories, and declare those that the kernel does not show.",
    subcommands: [
      AccessoryListCommand.self, AccessoryPlugCommand.self, AccessoryUnplugCommand.self,
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

/// `torpor accessory plug`: a line that the kernel does not show is an accessory from now on.
struct AccessoryPlugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plug",
    abstract: "Tell apps that an accessory was connected.",
    discussion: """
      For devices that the kernel does not report, such as a terminal that a program has made: \
      torpor accessory plug pump --protocol com.example.pump --device /dev/pts/7. Only root or the \
      daemon's own user may do this. It stays until it is unplugged or the machine is restarted.
      """
  )

  @OptionGroup var connection: ConnectionOptions

  @Option(
    name: .customLong("protocol"),
    help: """
      A protocol that it speaks; may be repeated (default: apps with any protocol are notified).
      """
  )
  var protocols: [String] = []

  @Option(help: "Its device node.")
  var device: String?

  @Argument(help: "What apps call it.")
  var name: String

  func run() throws {
    let accessory = Accessory(
      name: name,
      protocols: protocols,
      devicePath: try device.map { try AccessoryArguments.device($0) },
      isDeclared: true
    )
    try connection.call(Control.PlugAccessory(accessory))
  }
}

/// `torpor accessory unplug`: an accessory that was plugged by a command is gone.
struct AccessoryUnplugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unplug",
    abstract: "Tell apps that an accessory plugged by a command was removed."
  )

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "What apps call it.")
  var name: String

  func run() throws { try connection.call(Control.UnplugAccessory(name: name)) }
}
