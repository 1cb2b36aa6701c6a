// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension Control {
  /// Returns the settings of an app, or, without one, of the device.
  package struct GetSettings: WireCall {
    package static let method = "io.torpor.Control.GetSettings"
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

    /// The reply to `GetSettings`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var backgroundRefresh: BackgroundRefresh
      package var location: LocationAuthorization?
      package var locationAccuracy: LocationAccuracy?
      package var allowsNotifications: Bool?
      package var allowsMicrophone: Bool?
      package var allowsBluetooth: Bool?
      package var allowsAccessories: Bool?
      package var lowPowerMode: Bool?
      package var profile: ProfileName?
      package var evictionOrder: EvictionOrder?
      package var pageOutAfter: Duration?
      package var sleepAgain: Bool?
      package var jobNotifications: Bool?
      package var automaticLowPowerMode: Bool?
      package var energyAllowanceJoules: Int
      package var dataAllowanceBytes: Int64
      package var wifiOnly: Bool
      package var automaticDownloads: AutomaticDownloads
      package var adoption: Bool?

      package init(
        backgroundRefresh: BackgroundRefresh,
        location: LocationAuthorization? = nil,
        locationAccuracy: LocationAccuracy? = nil,
        allowsNotifications: Bool? = nil,
        allowsMicrophone: Bool? = nil,
        allowsBluetooth: Bool? = nil,
        allowsAccessories: Bool? = nil,
        lowPowerMode: Bool? = nil,
        profile: ProfileName? = nil,
        evictionOrder: EvictionOrder? = nil,
        pageOutAfter: Duration? = nil,
        sleepAgain: Bool? = nil,
        jobNotifications: Bool? = nil,
        automaticLowPowerMode: Bool? = nil,
        energyAllowanceJoules: Int,
        dataAllowanceBytes: Int64,
        wifiOnly: Bool,
        automaticDownloads: AutomaticDownloads,
        adoption: Bool? = nil
      ) {
        self.backgroundRefresh = backgroundRefresh
        self.location = location
        self.locationAccuracy = locationAccuracy
        self.allowsNotifications = allowsNotifications
        self.allowsMicrophone = allowsMicrophone
        self.allowsBluetooth = allowsBluetooth
        self.allowsAccessories = allowsAccessories
        self.lowPowerMode = lowPowerMode
        self.profile = profile
        self.evictionOrder = evictionOrder
        self.pageOutAfter = pageOutAfter
        self.sleepAgain = sleepAgain
        self.jobNotifications = jobNotifications
        self.automaticLowPowerMode = automaticLowPowerMode
        self.energyAllowanceJoules = energyAllowanceJoules
        self.dataAllowanceBytes = dataAllowanceBytes
        self.wifiOnly = wifiOnly
        self.automaticDownloads = automaticDownloads
        self.adoption = adoption
      }

      package static let keys = [
        "backgroundRefresh", "location", "locationAccuracy", "allowsNotifications",
        "allowsMicrophone", "allowsBluetooth", "allowsAccessories", "lowPowerMode", "profile",
        "evictionOrder", "pageOutMicroseconds", "sleepAgain", "jobNotifications",
        "automaticLowPowerMode", "energyAllowanceJoules", "dataAllowanceBytes", "wifiOnly",
        "automaticDownloads", "adoption",
      ]

      package init(_ message: ParameterReader) throws(WireError) {
        backgroundRefresh = try message.value("backgroundRefresh")
        location = try message.optional("location")
        locationAccuracy = try message.optional("locationAccuracy")
        allowsNotifications = try message.optional("allowsNotifications")
        allowsMicrophone = try message.optional("allowsMicrophone")
        allowsBluetooth = try message.optional("allowsBluetooth")
        allowsAccessories = try message.optional("allowsAccessories")
        lowPowerMode = try message.optional("lowPowerMode")
        profile = try message.optional("profile")
        evictionOrder = try message.optional("evictionOrder")
        pageOutAfter = try message.optional("pageOutMicroseconds")
        sleepAgain = try message.optional("sleepAgain")
        jobNotifications = try message.optional("jobNotifications")
        automaticLowPowerMode = try message.optional("automaticLowPowerMode")
        energyAllowanceJoules = try message.value("energyAllowanceJoules")
        dataAllowanceBytes = try message.value("dataAllowanceBytes")
        wifiOnly = try message.value("wifiOnly")
        automaticDownloads = try message.value("automaticDownloads")
        adoption = try message.optional("adoption")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("backgroundRefresh", backgroundRefresh.json),
          ("location", location?.json),
          ("locationAccuracy", locationAccuracy?.json),
          ("allowsNotifications", allowsNotifications?.json),
          ("allowsMicrophone", allowsMicrophone?.json),
          ("allowsBluetooth", allowsBluetooth?.json),
          ("allowsAccessories", allowsAccessories?.json),
          ("lowPowerMode", lowPowerMode?.json),
          ("profile", profile?.json),
          ("evictionOrder", evictionOrder?.json),
          ("pageOutMicroseconds", pageOutAfter?.json),
          ("sleepAgain", sleepAgain?.json),
          ("jobNotifications", jobNotifications?.json),
          ("automaticLowPowerMode", automaticLowPowerMode?.json),
          ("energyAllowanceJoules", energyAllowanceJoules.json),
          ("dataAllowanceBytes", dataAllowanceBytes.json),
          ("wifiOnly", wifiOnly.json),
          ("automaticDownloads", automaticDownloads.json),
          ("adoption", adoption?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Changes settings of an app or of the device; settings that are left out are not changed.
  package struct ChangeSetting: WireCall {
    package static let method = "io.torpor.Control.ChangeSetting"
    package static let wantsMore = false
    package var permission: CallPermission { app == nil ? .device : .user }
    package var app: String?
    package var backgroundRefresh: BackgroundRefresh?
    package var location: LocationAuthorization?
    package var locationAccuracy: LocationAccuracy?
    package var allowsNotifications: Bool?
    package var allowsMicrophone: Bool?
    package var allowsBluetooth: Bool?
    package var allowsAccessories: Bool?
    package var lowPowerMode: Bool?
    package var profile: ProfileName?
    package var evictionOrder: EvictionOrder?
    package var pageOutAfter: Duration?
    package var sleepAgain: Bool?
    package var jobNotifications: Bool?
    package var automaticLowPowerMode: Bool?
    package var energyAllowanceJoules: Int?
    package var dataAllowanceBytes: Int64?
    package var wifiOnly: Bool?
    package var automaticDownloads: AutomaticDownloads?
    package var adoption: Bool?

    // What the interface allows.
    package static let pageOutAfterMicroseconds: ClosedRange<Int64> = 0...604800000000
    package static let energyAllowanceJoulesRange: ClosedRange<Int> = 0...1000000
    package static let dataAllowanceBytesRange: ClosedRange<Int64> = 0...1000000000000

    package init(
      app: String? = nil,
      backgroundRefresh: BackgroundRefresh? = nil,
      location: LocationAuthorization? = nil,
      locationAccuracy: LocationAccuracy? = nil,
      allowsNotifications: Bool? = nil,
      allowsMicrophone: Bool? = nil,
      allowsBluetooth: Bool? = nil,
      allowsAccessories: Bool? = nil,
      lowPowerMode: Bool? = nil,
      profile: ProfileName? = nil,
      evictionOrder: EvictionOrder? = nil,
      pageOutAfter: Duration? = nil,
      sleepAgain: Bool? = nil,
      jobNotifications: Bool? = nil,
      automaticLowPowerMode: Bool? = nil,
      energyAllowanceJoules: Int? = nil,
      dataAllowanceBytes: Int64? = nil,
      wifiOnly: Bool? = nil,
      automaticDownloads: AutomaticDownloads? = nil,
      adoption: Bool? = nil
    ) {
      self.app = app
      self.backgroundRefresh = backgroundRefresh
      self.location = location
      self.locationAccuracy = locationAccuracy
      self.allowsNotifications = allowsNotifications
      self.allowsMicrophone = allowsMicrophone
      self.allowsBluetooth = allowsBluetooth
      self.allowsAccessories = allowsAccessories
      self.lowPowerMode = lowPowerMode
      self.profile = profile
      self.evictionOrder = evictionOrder
      self.pageOutAfter = pageOutAfter
      self.sleepAgain = sleepAgain
      self.jobNotifications = jobNotifications
      self.automaticLowPowerMode = automaticLowPowerMode
      self.energyAllowanceJoules = energyAllowanceJoules
      self.dataAllowanceBytes = dataAllowanceBytes
      self.wifiOnly = wifiOnly
      self.automaticDownloads = automaticDownloads
      self.adoption = adoption
    }

    package static let keys = [
      "app", "backgroundRefresh", "location", "locationAccuracy", "allowsNotifications",
      "allowsMicrophone", "allowsBluetooth", "allowsAccessories", "lowPowerMode", "profile",
      "evictionOrder", "pageOutMicroseconds", "sleepAgain", "jobNotifications",
      "automaticLowPowerMode", "energyAllowanceJoules", "dataAllowanceBytes", "wifiOnly",
      "automaticDownloads", "adoption",
    ]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      backgroundRefresh = try message.optional("backgroundRefresh")
      location = try message.optional("location")
      locationAccuracy = try message.optional("locationAccuracy")
      allowsNotifications = try message.optional("allowsNotifications")
      allowsMicrophone = try message.optional("allowsMicrophone")
      allowsBluetooth = try message.optional("allowsBluetooth")
      allowsAccessories = try message.optional("allowsAccessories")
      lowPowerMode = try message.optional("lowPowerMode")
      profile = try message.optional("profile")
      evictionOrder = try message.optional("evictionOrder")
      pageOutAfter = try message.optional(
        "pageOutMicroseconds",
        microseconds: Self.pageOutAfterMicroseconds
      )
      sleepAgain = try message.optional("sleepAgain")
      jobNotifications = try message.optional("jobNotifications")
      automaticLowPowerMode = try message.optional("automaticLowPowerMode")
      energyAllowanceJoules = try message.optional(
        "energyAllowanceJoules",
        in: Self.energyAllowanceJoulesRange
      )
      dataAllowanceBytes = try message.optional(
        "dataAllowanceBytes",
        in: Self.dataAllowanceBytesRange
      )
      wifiOnly = try message.optional("wifiOnly")
      automaticDownloads = try message.optional("automaticDownloads")
      adoption = try message.optional("adoption")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("backgroundRefresh", backgroundRefresh?.json),
        ("location", location?.json),
        ("locationAccuracy", locationAccuracy?.json),
        ("allowsNotifications", allowsNotifications?.json),
        ("allowsMicrophone", allowsMicrophone?.json),
        ("allowsBluetooth", allowsBluetooth?.json),
        ("allowsAccessories", allowsAccessories?.json),
        ("lowPowerMode", lowPowerMode?.json),
        ("profile", profile?.json),
        ("evictionOrder", evictionOrder?.json),
        ("pageOutMicroseconds", pageOutAfter?.json),
        ("sleepAgain", sleepAgain?.json),
        ("jobNotifications", jobNotifications?.json),
        ("automaticLowPowerMode", automaticLowPowerMode?.json),
        ("energyAllowanceJoules", energyAllowanceJoules?.json),
        ("dataAllowanceBytes", dataAllowanceBytes?.json),
        ("wifiOnly", wifiOnly?.json),
        ("automaticDownloads", automaticDownloads?.json),
        ("adoption", adoption?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Returns the settings of an app, or, without one, of the device, that an administrator has
  /// fixed, and the file that fixes them.
  package struct GetRestrictions: WireCall {
    package static let method = "io.torpor.Control.GetRestrictions"
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

    /// The reply to `GetRestrictions`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var settings: [String]
      package var file: String?
      package var mistakes: [String]

      package init(
        settings: [String],
        file: String? = nil,
        mistakes: [String]
      ) {
        self.settings = settings
        self.file = file
        self.mistakes = mistakes
      }

      package static let keys = ["settings", "file", "mistakes"]

      package init(_ message: ParameterReader) throws(WireError) {
        settings = try message.value("settings")
        file = try message.optional("file")
        mistakes = try message.value("mistakes")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("settings", settings.json),
          ("file", file?.json),
          ("mistakes", mistakes.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns the programs that the desktop has started, and what adoption does or would do
  /// with them now.
  package struct ListAdoptable: WireCall {
    package static let method = "io.torpor.Control.ListAdoptable"
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

    /// The reply to `ListAdoptable`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var isOn: Bool
      package var apps: [AdoptableApp]
      package var missing: [String]
      package var rulesPath: String
      package var mistakes: [String]
      package var unsaved: String?

      package init(
        isOn: Bool,
        apps: [AdoptableApp],
        missing: [String],
        rulesPath: String,
        mistakes: [String],
        unsaved: String? = nil
      ) {
        self.isOn = isOn
        self.apps = apps
        self.missing = missing
        self.rulesPath = rulesPath
        self.mistakes = mistakes
        self.unsaved = unsaved
      }

      package static let keys = ["isOn", "apps", "missing", "rulesPath", "mistakes", "unsaved"]

      package init(_ message: ParameterReader) throws(WireError) {
        isOn = try message.value("isOn")
        apps = try message.value("apps")
        missing = try message.value("missing")
        rulesPath = try message.value("rulesPath")
        mistakes = try message.value("mistakes")
        unsaved = try message.optional("unsaved")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("isOn", isOn.json),
          ("apps", apps.json),
          ("missing", missing.json),
          ("rulesPath", rulesPath.json),
          ("mistakes", mistakes.json),
          ("unsaved", unsaved?.json),
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Prevents an app from being frozen or ended, for a time or until EndExemption.
  package struct Exempt: WireCall {
    package static let method = "io.torpor.Control.Exempt"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String
    package var lasting: Duration?

    // What the interface allows.
    package static let lastingMicroseconds: ClosedRange<Int64> = 1 ... .max

    package init(
      app: String,
      lasting: Duration? = nil
    ) {
      self.app = app
      self.lasting = lasting
    }

    package static let keys = ["app", "microseconds"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.value("app")
      lasting = try message.optional("microseconds", microseconds: Self.lastingMicroseconds)
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app.json),
        ("microseconds", lasting?.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// `EndExemption`, as the interface describes it.
  package struct EndExemption: WireCall {
    package static let method = "io.torpor.Control.EndExemption"
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

  /// For developers: runs a pending task now, regardless of its begin date and of every
  /// condition; without `app`, that of any of the caller's apps that has one with that
  /// identifier.
  package struct SimulateLaunch: WireCall {
    package static let method = "io.torpor.Control.SimulateLaunch"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?
    package var task: String

    package init(
      app: String? = nil,
      task: String
    ) {
      self.app = app
      self.task = task
    }

    package static let keys = ["app", "task"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      task = try message.value("task")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("task", task.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// For developers: ends the time of a running task now.
  package struct SimulateExpiration: WireCall {
    package static let method = "io.torpor.Control.SimulateExpiration"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?
    package var task: String

    package init(
      app: String? = nil,
      task: String
    ) {
      self.app = app
      self.task = task
    }

    package static let keys = ["app", "task"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      task = try message.value("task")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("task", task.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Cancels a running task for the user, and its expiration handler is called; or removes a
  /// continued one that waits for its turn, of which the app is not notified.
  package struct CancelTask: WireCall {
    package static let method = "io.torpor.Control.CancelTask"
    package static let wantsMore = false
    package var permission: CallPermission { .user }
    package var app: String?
    package var task: String

    package init(
      app: String? = nil,
      task: String
    ) {
      self.app = app
      self.task = task
    }

    package static let keys = ["app", "task"]

    package init(_ message: ParameterReader) throws(WireError) {
      app = try message.optional("app")
      task = try message.value("task")
    }

    package var members: [(key: String, value: JSON?)] {
      [
        ("app", app?.json),
        ("task", task.json),
      ]
    }

    package init(parameters: JSON) throws(WireError) {
      try self.init(ParameterReader(call: parameters, keys: Self.keys))
      try check()
    }

    package var parameters: JSON { .object(optional: members) }

    package typealias Reply = NoReply
  }

  /// Deletes what is known about when the user used the app, or, without it, any app.
  package struct ForgetUsage: WireCall {
    package static let method = "io.torpor.Control.ForgetUsage"
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

  /// Returns the background work that is waiting or running, of an app or of all that the
  /// caller may see, sorted by app, then by submission.
  package struct ListActivities: WireCall {
    package static let method = "io.torpor.Control.ListActivities"
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

    /// The reply to `ListActivities`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var activities: [ActivityStatus]

      package init(
        activities: [ActivityStatus]
      ) {
        self.activities = activities
      }

      package static let keys = ["activities"]

      package init(_ message: ParameterReader) throws(WireError) {
        activities = try message.value("activities")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("activities", activities.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }

  /// Returns when the user opens the app, as far as this was learned; absent for an app that
  /// was never opened.
  package struct DescribeUsage: WireCall {
    package static let method = "io.torpor.Control.DescribeUsage"
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

    /// The reply to `DescribeUsage`.
    package struct Reply: Hashable, Sendable, WireReply, WireObject {
      package var usage: UsageStatus?

      package init(
        usage: UsageStatus? = nil
      ) {
        self.usage = usage
      }

      package static let keys = ["usage"]

      package init(_ message: ParameterReader) throws(WireError) {
        usage = try message.optional("usage")
      }

      package var members: [(key: String, value: JSON?)] {
        [
          ("usage", usage?.json)
        ]
      }

      package init(reply parameters: JSON) throws(WireError) {
        self = try Self.read(reply: parameters)
      }

      package var parameters: JSON { json }
    }
  }
}
