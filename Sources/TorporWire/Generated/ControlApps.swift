// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Returns every app with its status, sorted by identifier.
  package struct List: WireCall {
    package static let method = "io.torpor.Control.List"
    package static let wantsMore = false
    package var permission: CallPermission { .user }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `List`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var apps: [AppStatus]

      package init(
        apps: [AppStatus]
      ) {
        self.apps = apps
      }

      package static let keys = ["apps"]

      package init(_ message: ParameterReader) throws(WireError) {
        apps = try message.value("apps")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("apps", apps.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns every app with its status, sorted by identifier, and the device, all at one
  /// moment; with `follow`, which needs `more`, both again after each turn in which any of
  /// them has changed, until the connection ends.
  package struct Watch: WireCall {
    package static let method = "io.torpor.Control.Watch"
    package static let wantsMore = true
    package var permission: CallPermission { .user }
    package var follows: Bool

    package init(
      follows: Bool = false
    ) {
      self.follows = follows
    }

    package static let keys = ["follow"]

    package init(_ message: ParameterReader) throws(WireError) {
      follows = try message.optional("follow") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("follow", follows == false ? nil : follows.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Watch`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var apps: [AppStatus]
      package var device: DeviceStatus

      package init(
        apps: [AppStatus],
        device: DeviceStatus
      ) {
        self.apps = apps
        self.device = device
      }

      package static let keys = ["apps", "device"]

      package init(_ message: ParameterReader) throws(WireError) {
        apps = try message.value("apps")
        device = try message.value("device")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("apps", apps.json),
          ("device", device.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the apps in the switcher, most recently on screen first: all that are running,
  /// and those that the system ended and that have a picture.
  package struct ListSwitcher: WireCall {
    package static let method = "io.torpor.Control.ListSwitcher"
    package static let wantsMore = false
    package var permission: CallPermission { .user }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `ListSwitcher`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var cards: [SwitcherCard]

      package init(
        cards: [SwitcherCard]
      ) {
        self.cards = cards
      }

      package static let keys = ["cards"]

      package init(_ message: ParameterReader) throws(WireError) {
        cards = try message.value("cards")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("cards", cards.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// `Status`, as the interface describes it.
  package struct Status: WireCall {
    package static let method = "io.torpor.Control.Status"
    package static let wantsMore = false
    package var permission: CallPermission { .user }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Status`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var device: DeviceStatus

      package init(
        device: DeviceStatus
      ) {
        self.device = device
      }

      package static let keys = ["device"]

      package init(_ message: ParameterReader) throws(WireError) {
        device = try message.value("device")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("device", device.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Runs a command as an app that exists until the command ends.
  package struct Run: WireCall {
    package static let method = "io.torpor.Control.Run"
    package static let wantsMore = false
    package var permission: CallPermission { .unlocked }
    package var identifier: AppIdentifier?
    package var name: String?
    package var executable: String
    package var arguments: [String]
    package var environment: [String]
    package var workingDirectory: String
    package var hasTerminal: Bool

    package init(
      identifier: AppIdentifier? = nil,
      name: String? = nil,
      executable: String,
      arguments: [String],
      environment: [String],
      workingDirectory: String,
      hasTerminal: Bool = false
    ) {
      self.identifier = identifier
      self.name = name
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
      self.workingDirectory = workingDirectory
      self.hasTerminal = hasTerminal
    }

    package static let keys = [
      "identifier", "name", "executable", "arguments", "environment", "workingDirectory",
      "hasTerminal",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      identifier = try message.optional("identifier")
      name = try message.optional("name")
      executable = try message.value("executable")
      arguments = try message.value("arguments")
      environment = try message.value("environment")
      workingDirectory = try message.value("workingDirectory")
      hasTerminal = try message.optional("hasTerminal") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("identifier", identifier?.json),
        ("name", name?.json),
        ("executable", executable.json),
        ("arguments", arguments.json),
        ("environment", environment.json),
        ("workingDirectory", workingDirectory.json),
        ("hasTerminal", hasTerminal == false ? nil : hasTerminal.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = Control.Launch.Reply
  }

  /// Replies when the command has ended; processes that it started may continue as the app
  /// (remaining).
  package struct Wait: WireCall {
    package static let method = "io.torpor.Control.Wait"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var launch: LaunchIdentifier

    package init(
      launch: LaunchIdentifier
    ) {
      self.launch = launch
    }

    package static let keys = ["launch"]

    package init(_ message: ParameterReader) throws(WireError) {
      launch = try message.value("launch")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("launch", launch.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Wait`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var exit: ExitRecord

      package init(
        exit: ExitRecord
      ) {
        self.exit = exit
      }

      package static let keys = ["exit"]

      package init(_ message: ParameterReader) throws(WireError) {
        exit = try message.value("exit")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("exit", exit.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Sends a signal, by its number, to the command that Run started.
  package struct Signal: WireCall {
    package static let method = "io.torpor.Control.Signal"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var launch: LaunchIdentifier
    package var number: Int32

    // What the interface allows.
    package static let numberRange: ClosedRange<Int32> = 1...64

    package init(
      launch: LaunchIdentifier,
      number: Int32
    ) {
      self.launch = launch
      self.number = number
    }

    package static let keys = ["launch", "signal"]

    package init(_ message: ParameterReader) throws(WireError) {
      launch = try message.value("launch")
      number = try message.value("signal", in: Self.numberRange)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("launch", launch.json),
        ("signal", number.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Starts the app, or brings it to the front.
  package struct Launch: WireCall {
    package static let method = "io.torpor.Control.Launch"
    package static let wantsMore = false
    package var permission: CallPermission { .unlocked }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Launch`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var app: AppIdentifier
      package var launch: LaunchIdentifier

      package init(
        app: AppIdentifier,
        launch: LaunchIdentifier
      ) {
        self.app = app
        self.launch = launch
      }

      package static let keys = ["app", "launch"]

      package init(_ message: ParameterReader) throws(WireError) {
        app = try message.value("app")
        launch = try message.value("launch")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("app", app.json),
          ("launch", launch.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Takes the app, or every app on screen, off the screen.
  package struct Home: WireCall {
    package static let method = "io.torpor.Control.Home"
    package static let wantsMore = false
    package var permission: CallPermission { app == nil ? .device : .user }
    package var app: String?

    package init(
      app: String? = nil
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Removes the app from the app switcher: it ends, and is not started in the background
  /// until the user opens it.
  package struct Quit: WireCall {
    package static let method = "io.torpor.Control.Quit"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `Lock`, as the interface describes it.
  package struct Lock: WireCall {
    package static let method = "io.torpor.Control.Lock"
    package static let wantsMore = false
    package var permission: CallPermission { .device }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `Unlock`, as the interface describes it.
  package struct Unlock: WireCall {
    package static let method = "io.torpor.Control.Unlock"
    package static let wantsMore = false
    package var permission: CallPermission { .device }

    package init() {}

    package static let keys: [String] = []

    package init(_ message: ParameterReader) throws(WireError) {}

    package var members: [(key: String, value: JSON?)] { [] }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Installs an app; the parameters up to isCooperative are those of its Info.plist, and its
  /// entitlements.
  package struct Install: WireCall {
    package static let method = "io.torpor.Control.Install"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var identifier: AppIdentifier
    package var name: String?
    package var backgroundModes: [BackgroundMode]
    package var permittedTaskIdentifiers: [String]
    package var accessoryProtocols: [String]?
    package var entitlements: [String]
    package var exitsOnSuspend: Bool
    package var savesBeforeTermination: Bool
    package var isCooperative: Bool
    package var executable: String
    package var arguments: [String]
    package var environment: [String]
    package var workingDirectory: String
    package var replaces: Bool

    package init(
      identifier: AppIdentifier,
      name: String? = nil,
      backgroundModes: [BackgroundMode] = [],
      permittedTaskIdentifiers: [String] = [],
      accessoryProtocols: [String]? = nil,
      entitlements: [String] = [],
      exitsOnSuspend: Bool = false,
      savesBeforeTermination: Bool = false,
      isCooperative: Bool = true,
      executable: String,
      arguments: [String],
      environment: [String] = [],
      workingDirectory: String,
      replaces: Bool = false
    ) {
      self.identifier = identifier
      self.name = name
      self.backgroundModes = backgroundModes
      self.permittedTaskIdentifiers = permittedTaskIdentifiers
      self.accessoryProtocols = accessoryProtocols
      self.entitlements = entitlements
      self.exitsOnSuspend = exitsOnSuspend
      self.savesBeforeTermination = savesBeforeTermination
      self.isCooperative = isCooperative
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
      self.workingDirectory = workingDirectory
      self.replaces = replaces
    }

    package static let keys = [
      "identifier", "name", "backgroundModes", "permittedTaskIdentifiers", "accessoryProtocols",
      "entitlements", "exitsOnSuspend", "savesBeforeTermination", "isCooperative", "executable",
      "arguments", "environment", "workingDirectory", "replaces",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      identifier = try message.value("identifier")
      name = try message.optional("name")
      backgroundModes = try message.optional("backgroundModes") ?? []
      permittedTaskIdentifiers = try message.optional("permittedTaskIdentifiers") ?? []
      accessoryProtocols = try message.optional("accessoryProtocols")
      entitlements = try message.optional("entitlements") ?? []
      exitsOnSuspend = try message.optional("exitsOnSuspend") ?? false
      savesBeforeTermination = try message.optional("savesBeforeTermination") ?? false
      isCooperative = try message.optional("isCooperative") ?? true
      executable = try message.value("executable")
      arguments = try message.value("arguments")
      environment = try message.optional("environment") ?? []
      workingDirectory = try message.value("workingDirectory")
      replaces = try message.optional("replaces") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("identifier", identifier.json),
        ("name", name?.json),
        ("backgroundModes", backgroundModes == [] ? nil : backgroundModes.json),
        (
          "permittedTaskIdentifiers",
          permittedTaskIdentifiers == [] ? nil : permittedTaskIdentifiers.json
        ),
        ("accessoryProtocols", accessoryProtocols?.json),
        ("entitlements", entitlements == [] ? nil : entitlements.json),
        ("exitsOnSuspend", exitsOnSuspend == false ? nil : exitsOnSuspend.json),
        (
          "savesBeforeTermination",
          savesBeforeTermination == false ? nil : savesBeforeTermination.json
        ),
        ("isCooperative", isCooperative == true ? nil : isCooperative.json),
        ("executable", executable.json),
        ("arguments", arguments.json),
        ("environment", environment == [] ? nil : environment.json),
        ("workingDirectory", workingDirectory.json),
        ("replaces", replaces == false ? nil : replaces.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `Uninstall`, as the interface describes it.
  package struct Uninstall: WireCall {
    package static let method = "io.torpor.Control.Uninstall"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Returns how much disk space one app, or each installed app, uses, sorted by identifier.
  package struct GetStorage: WireCall {
    package static let method = "io.torpor.Control.GetStorage"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?
    package var measures: Bool

    package init(
      app: String? = nil,
      measures: Bool = false
    ) {
      self.app = app
      self.measures = measures
    }

    package static let keys = ["app", "measures"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      measures = try message.optional("measures") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("measures", measures == false ? nil : measures.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `GetStorage`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var freeBytes: Int64?
      package var totalBytes: Int64?
      package var isShort: Bool
      package var apps: [AppStorage]
      package var progress: StorageProgress?

      package init(
        freeBytes: Int64? = nil,
        totalBytes: Int64? = nil,
        isShort: Bool,
        apps: [AppStorage],
        progress: StorageProgress? = nil
      ) {
        self.freeBytes = freeBytes
        self.totalBytes = totalBytes
        self.isShort = isShort
        self.apps = apps
        self.progress = progress
      }

      package static let keys = ["freeBytes", "totalBytes", "isShort", "apps", "progress"]

      package init(_ message: ParameterReader) throws(WireError) {
        freeBytes = try message.optional("freeBytes")
        totalBytes = try message.optional("totalBytes")
        isShort = try message.value("isShort")
        apps = try message.value("apps")
        progress = try message.optional("progress")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("freeBytes", freeBytes?.json),
          ("totalBytes", totalBytes?.json),
          ("isShort", isShort.json),
          ("apps", apps.json),
          ("progress", progress?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Removes the caches of an app; its data is kept.
  package struct PurgeCaches: WireCall {
    package static let method = "io.torpor.Control.PurgeCaches"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Announces that the program of an app is about to be moved into an archive, for its user:
  /// from now on the app runs only when its user has it run, and its program is restored then.
  package struct Offload: WireCall {
    package static let method = "io.torpor.Control.Offload"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String
    package var isDryRun: Bool

    package init(
      app: String,
      isDryRun: Bool = false
    ) {
      self.app = app
      self.isDryRun = isDryRun
    }

    package static let keys = ["app", "isDryRun"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
      isDryRun = try message.optional("isDryRun") ?? false
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json),
        ("isDryRun", isDryRun == false ? nil : isDryRun.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `Offload`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var bundle: String

      package init(
        bundle: String
      ) {
        self.bundle = bundle
      }

      package static let keys = ["bundle"]

      package init(_ message: ParameterReader) throws(WireError) {
        bundle = try message.value("bundle")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("bundle", bundle.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Reports that the program of an app is where it was installed: the app runs for its
  /// requests, as before.
  package struct RestoreProgram: WireCall {
    package static let method = "io.torpor.Control.RestoreProgram"
    package static let wantsMore = false
    package var permission: CallPermission { .anyone }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Writes the memory of a suspended app to swap now; refused without swap.
  package struct PageOut: WireCall {
    package static let method = "io.torpor.Control.PageOut"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String

    package init(
      app: String
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Returns the suspended apps, sorted by identifier, or one of them, and how much of their
  /// memory is in swap.
  package struct GetPaging: WireCall {
    package static let method = "io.torpor.Control.GetPaging"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?

    package init(
      app: String? = nil
    ) {
      self.app = app
    }

    package static let keys = ["app"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json)
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    /// The reply to `GetPaging`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var apps: [PagedApp]

      package init(
        apps: [PagedApp]
      ) {
        self.apps = apps
      }

      package static let keys = ["apps"]

      package init(_ message: ParameterReader) throws(WireError) {
        apps = try message.value("apps")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("apps", apps.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
