// Made from Interfaces/io.torpor.App.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

/// What is made of io.torpor.App: its types, and a type for each call.
package enum App {}

extension CompletionResult: WireWord {}

extension App {
  /// Whether an app is launched into the foreground or the background.
  package enum LaunchDestinationName: String, Hashable, Sendable, CaseIterable, WireWord {
    case foreground
    case background
  }
}

extension WakeReason: WireWord {}

extension TerminationSave: WireWord {}

extension TaskType: WireWord {}

extension FileProtection: WireWord {}

extension TaskRequest.ContinuedProcessing.Strategy: WireWord {}

extension App {
  /// How often an app requests background fetches.
  package enum FetchIntervalName: String, Hashable, Sendable, CaseIterable, WireWord {
    case never
    case minimum
  }
}

extension TransferDirection: WireWord {}

extension TransferState: WireWord {}

extension UploadResumption: WireWord {}

extension ChallengeDisposition: WireWord {}

extension DelayedRequestDisposition: WireWord {}

extension PushTokenKind: WireWord {}

extension LocationActivity: WireWord {}

extension TorporAppModel.LocationAuthorization: WireWord {}

extension Permission: WireWord {}

extension PermissionStatus: WireWord {}

extension TorporAppModel.LocationAccuracy: WireWord {}

extension ConditionState: WireWord {}

extension PlaceObstacle: WireWord {}

extension LiveConfiguration: WireWord {}

extension RegionState: WireWord {}

extension BeaconProximity: WireWord {}

extension App {
  /// A way to present a notification while the app is on screen.
  package enum PresentationOption: String, Hashable, Sendable, CaseIterable, WireWord {
    case badge
    case sound
    case list
    case banner
  }
}

extension AudioCategory: WireWord {}

extension InterruptionReason: WireWord {}

extension App {
  /// The purpose of a descriptor.
  package enum DescriptorPurposeName: String, Hashable, Sendable, CaseIterable, WireWord {
    case voip
    case accessory
    case other
  }
}

extension PeripheralCharacteristic.Use: WireWord {}

extension CentralRequest.Kind: WireWord {}

extension CentralRequest: WireObject {
  package static let keys = [
    "request", "kind", "service", "characteristic", "central", "offset", "value",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.optional("request"),
      kind: try message.value("kind"),
      service: try message.value("service", bytes: 1...256),
      characteristic: try message.value("characteristic", bytes: 1...256),
      central: try message.optional("central", bytes: 1...256),
      offset: try message.value("offset", in: 0...65535),
      value: try message.value("value")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("request", identifier?.json),
      ("kind", kind.json),
      ("service", service.json),
      ("characteristic", characteristic.json),
      ("central", central?.json),
      ("offset", offset.json),
      ("value", value.json),
    ]
  }
}

extension TransferChallenge: WireObject {
  package static let keys = ["host", "scheme", "realm", "isProxy", "previousFailureCount"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      host: try message.value("host"),
      scheme: try message.value("scheme"),
      realm: try message.optional("realm"),
      isProxy: try message.optional("isProxy") ?? false,
      previousFailureCount: try message.optional("previousFailureCount") ?? 0
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("host", host.json),
      ("scheme", scheme.json),
      ("realm", realm?.json),
      ("isProxy", isProxy == false ? nil : isProxy.json),
      ("previousFailureCount", previousFailureCount == 0 ? nil : previousFailureCount.json),
    ]
  }
}

extension TransferHeader: WireObject {
  package static let keys = ["name", "value"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      try message.value("name"),
      try message.value("value")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("name", name.json),
      ("value", value.json),
    ]
  }
}

extension FreeMemory: WireObject {
  package static let keys = ["availableBytes", "totalBytes", "swapFreeBytes", "swapTotalBytes"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      availableBytes: try message.value("availableBytes"),
      totalBytes: try message.value("totalBytes"),
      swapFreeBytes: try message.optional("swapFreeBytes"),
      swapTotalBytes: try message.optional("swapTotalBytes")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("availableBytes", availableBytes.json),
      ("totalBytes", totalBytes.json),
      ("swapFreeBytes", swapFreeBytes?.json),
      ("swapTotalBytes", swapTotalBytes?.json),
    ]
  }
}

extension AllowanceUse: WireObject {
  package static let keys = ["used", "allowed"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      used: try message.value("used"),
      allowed: try message.value("allowed")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("used", used.json),
      ("allowed", allowed.json),
    ]
  }
}

extension Condition: WireObject {
  package static let keys = [
    "reason", "holds", "sinceMicroseconds", "untilMicroseconds", "subject", "memory", "allowance",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      try message.value("reason"),
      holds: try message.value("holds"),
      since: try message.optional("sinceMicroseconds"),
      until: try message.optional("untilMicroseconds"),
      subject: try message.optional("subject"),
      memory: try message.optional("memory"),
      allowance: try message.optional("allowance")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("reason", reason.json),
      ("holds", holds.json),
      ("sinceMicroseconds", since?.json),
      ("untilMicroseconds", until?.json),
      ("subject", subject?.json),
      ("memory", memory?.json),
      ("allowance", allowance?.json),
    ]
  }
}

extension CircularRegion: WireObject {
  package static let keys = [
    "identifier", "latitude", "longitude", "radiusMetres", "notifyOnEntry", "notifyOnExit",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier", bytes: 1...256),
      center: try .init(message),
      radiusMetres: try message.value("radiusMetres", in: 0.001...41000000),
      notifyOnEntry: try message.optional("notifyOnEntry") ?? true,
      notifyOnExit: try message.optional("notifyOnExit") ?? true
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", identifier.json)
    ] + center.members + [
      ("radiusMetres", radiusMetres.json),
      ("notifyOnEntry", notifyOnEntry.json),
      ("notifyOnExit", notifyOnExit.json),
    ]
  }
}

extension LocalNotification: WireObject {
  package static let keys = [
    "identifier", "title", "subtitle", "body", "hasSound", "soundName", "badge", "category",
    "level", "userInfo", "trigger",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier", bytes: 1...256),
      content: try .init(message),
      trigger: try message.optional("trigger")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", identifier.json)
    ] + content.members + [
      ("trigger", trigger?.json)
    ]
  }
}

extension Accessory: WireObject {
  package static let keys = [
    "name", "protocols", "device", "vendor", "product", "serialNumber", "isSimulated",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      name: try message.value("name", bytes: 1...256),
      protocols: try message.value("protocols", count: 0...16, bytes: 1...256),
      devicePath: try message.optional("device", bytes: 0...4096),
      vendor: try message.optional("vendor", bytes: 1...256),
      product: try message.optional("product", bytes: 1...256),
      serialNumber: try message.optional("serialNumber", bytes: 1...256),
      isSimulated: try message.value("isSimulated")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("name", name.json),
      ("protocols", protocols.json),
      ("device", devicePath?.json),
      ("vendor", vendor?.json),
      ("product", product?.json),
      ("serialNumber", serialNumber?.json),
      ("isSimulated", isSimulated.json),
    ]
  }
}

extension Location: WireObject {
  package static let keys = [
    "latitude", "longitude", "horizontalAccuracyMetres", "atMicroseconds", "altitudeMetres",
    "speedMetresPerSecond", "courseDegrees",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      coordinate: try .init(message),
      horizontalAccuracyMetres: try message.value(
        "horizontalAccuracyMetres",
        in: -41000000...41000000
      ),
      at: try message.value("atMicroseconds"),
      altitudeMetres: try message.optional("altitudeMetres", in: -41000000...41000000),
      speed: try message.optional("speedMetresPerSecond", in: -41000000...41000000),
      course: try message.optional("courseDegrees", in: -41000000...41000000)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    coordinate.members + [
      ("horizontalAccuracyMetres", horizontalAccuracyMetres.json),
      ("atMicroseconds", at.json),
      ("altitudeMetres", altitudeMetres?.json),
      ("speedMetresPerSecond", speed?.json),
      ("courseDegrees", course?.json),
    ]
  }
}

extension Visit: WireObject {
  package static let keys = [
    "latitude", "longitude", "horizontalAccuracyMetres", "arrivalMicroseconds",
    "departureMicroseconds",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      coordinate: try .init(message),
      horizontalAccuracyMetres: try message.value("horizontalAccuracyMetres", in: 0...41000000),
      arrival: try message.optional("arrivalMicroseconds"),
      departure: try message.optional("departureMicroseconds")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    coordinate.members + [
      ("horizontalAccuracyMetres", horizontalAccuracyMetres.json),
      ("arrivalMicroseconds", arrival?.json),
      ("departureMicroseconds", departure?.json),
    ]
  }
}

extension NotificationResponse: WireObject {
  package static let keys = ["notification", "action", "text"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      notification: try message.value("notification", bytes: 1...256),
      action: try message.value("action", bytes: 1...256),
      text: try message.optional("text")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("notification", notification.json),
      ("action", action.json),
      ("text", text?.json),
    ]
  }
}

extension NotificationAction: WireObject {
  package static let keys = [
    "identifier", "title", "opensApp", "needsAuthentication", "isDestructive", "takesText",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier", bytes: 1...256),
      title: try message.value("title", bytes: 0...1024),
      opensApp: try message.optional("opensApp") ?? false,
      needsAuthentication: try message.optional("needsAuthentication") ?? false,
      isDestructive: try message.optional("isDestructive") ?? false,
      takesText: try message.optional("takesText") ?? false
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", identifier.json),
      ("title", title.json),
      ("opensApp", opensApp == false ? nil : opensApp.json),
      ("needsAuthentication", needsAuthentication == false ? nil : needsAuthentication.json),
      ("isDestructive", isDestructive == false ? nil : isDestructive.json),
      ("takesText", takesText == false ? nil : takesText.json),
    ]
  }
}

extension NotificationCategory: WireObject {
  package static let keys = ["identifier", "actions", "tellsOfDismissal"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier", bytes: 1...256),
      actions: try message.value("actions", count: 0...16),
      tellsOfDismissal: try message.optional("tellsOfDismissal") ?? false
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", identifier.json),
      ("actions", actions.json),
      ("tellsOfDismissal", tellsOfDismissal.json),
    ]
  }
}

extension BeaconRegion: WireObject {
  package static let keys = [
    "identifier", "beacon", "notifyOnEntry", "notifyOnExit", "notifyEntryStateOnDisplay",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identifier: try message.value("identifier", bytes: 1...256),
      identity: try message.value("beacon"),
      notifyOnEntry: try message.optional("notifyOnEntry") ?? true,
      notifyOnExit: try message.optional("notifyOnExit") ?? true,
      notifyEntryStateOnDisplay: try message.optional("notifyEntryStateOnDisplay") ?? false
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("identifier", identifier.json),
      ("beacon", identity.json),
      ("notifyOnEntry", notifyOnEntry.json),
      ("notifyOnExit", notifyOnExit.json),
      ("notifyEntryStateOnDisplay", notifyEntryStateOnDisplay.json),
    ]
  }
}

extension Beacon: WireObject {
  package static let keys = [
    "uuid", "major", "minor", "proximity", "accuracyMetres", "signalStrength",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      identity: try .init(message),
      proximity: try message.value("proximity"),
      accuracyMetres: try message.optional("accuracyMetres", in: 0...41000000),
      signalStrength: try message.value("signalStrength", in: -1000...1000)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    identity.members + [
      ("proximity", proximity.json),
      ("accuracyMetres", accuracyMetres?.json),
      ("signalStrength", signalStrength.json),
    ]
  }
}

extension MonitorRecord: WireObject {
  package static let keys = [
    "identifier", "condition", "conditionState", "atMicroseconds", "obstacle",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      condition: try message.value("condition"),
      lastEvent: try .init(message)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    lastEvent.members + [
      ("condition", condition.json)
    ]
  }
}

extension PeripheralCharacteristic: WireObject {
  package static let keys = ["characteristic", "uses"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      number: try message.value("characteristic", bytes: 1...256),
      uses: try message.value("uses", count: 1...5)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("characteristic", number.json),
      ("uses", uses.json),
    ]
  }
}

extension PeripheralService: WireObject {
  package static let keys = ["service", "characteristics"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      number: try message.value("service", bytes: 1...256),
      characteristics: try message.value("characteristics", count: 0...32)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("service", number.json),
      ("characteristics", characteristics.json),
    ]
  }
}

extension PeripheralConnection: WireObject {
  package static let keys = ["peripheral", "isConnected", "characteristics"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      peripheral: try message.value("peripheral"),
      isConnected: try message.value("isConnected"),
      characteristics: try message.value("characteristics")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("peripheral", peripheral.json),
      ("isConnected", isConnected.json),
      ("characteristics", characteristics.json),
    ]
  }
}

extension AppInterface {
  /// The words of each enum, as the interface describes them and as the code has them.
  package static let words: [(type: String, described: [String], used: [String])] = [
    (
      "CompletionResult", ["newData", "noData", "failed", "success", "failure"],
      CompletionResult.allCases.map(\.rawValue)
    ),
    (
      "WakeReason",
      [
        "appRefresh", "backgroundFetch", "processing", "continuedProcessing", "silentPush",
        "visiblePush", "voipPush", "pushToTalk", "transfer", "significantLocation", "region",
        "visit", "continuousLocation", "liveLocation", "bluetoothRestoring", "bluetooth",
        "accessory", "audio", "voipSocket", "newsstand", "descriptor", "notificationResponse",
        "job", "terminationSave",
      ], WakeReason.allCases.map(\.rawValue)
    ),
    ("TerminationSave", ["finished", "unfinished"], TerminationSave.allCases.map(\.rawValue)),
    (
      "TaskType", ["appRefresh", "processing", "healthResearch", "continued"],
      TaskType.allCases.map(\.rawValue)
    ),
    (
      "FileProtection",
      ["complete", "completeUnlessOpen", "completeUntilFirstUserAuthentication", "none"],
      FileProtection.allCases.map(\.rawValue)
    ),
    (
      "TaskStrategy", ["fail", "queue"],
      TaskRequest.ContinuedProcessing.Strategy.allCases.map(\.rawValue)
    ),
    ("TransferDirection", ["download", "upload"], TransferDirection.allCases.map(\.rawValue)),
    (
      "TransferState",
      ["queued", "running", "waiting", "suspended", "completed", "failed", "cancelled"],
      TransferState.allCases.map(\.rawValue)
    ),
    ("UploadResumption", ["automatic", "none", "tus"], UploadResumption.allCases.map(\.rawValue)),
    (
      "ChallengeDisposition", ["useCredential", "performDefaultHandling", "cancel"],
      ChallengeDisposition.allCases.map(\.rawValue)
    ),
    (
      "DelayedRequestDisposition", ["continueLoading", "useNewRequest", "cancel"],
      DelayedRequestDisposition.allCases.map(\.rawValue)
    ),
    ("PushTokenKind", ["remote", "voIP"], PushTokenKind.allCases.map(\.rawValue)),
    (
      "LocationActivity",
      ["other", "automotiveNavigation", "fitness", "otherNavigation", "airborne"],
      LocationActivity.allCases.map(\.rawValue)
    ),
    (
      "LocationAuthorizationStatus", ["never", "whenInUse", "always", "notDetermined"],
      TorporAppModel.LocationAuthorization.allCases.map(\.rawValue)
    ),
    (
      "Permission", ["location", "microphone", "notifications", "bluetooth", "accessories"],
      Permission.allCases.map(\.rawValue)
    ),
    (
      "PermissionStatus",
      [
        "notDetermined", "denied", "authorized", "authorizedWhenInUse", "authorizedAlways",
        "provisional",
      ], PermissionStatus.allCases.map(\.rawValue)
    ),
    (
      "LocationAccuracyStatus", ["full", "reduced"],
      TorporAppModel.LocationAccuracy.allCases.map(\.rawValue)
    ),
    (
      "ConditionState", ["unknown", "satisfied", "unsatisfied", "unmonitored"],
      ConditionState.allCases.map(\.rawValue)
    ),
    (
      "Obstacle",
      [
        "accuracyLimited", "authorizationDenied", "insufficientlyInUse", "serviceSessionRequired",
        "conditionLimitExceeded", "conditionUnsupported",
      ], PlaceObstacle.allCases.map(\.rawValue)
    ),
    (
      "LiveConfiguration",
      ["default", "automotiveNavigation", "otherNavigation", "fitness", "airborne"],
      LiveConfiguration.allCases.map(\.rawValue)
    ),
    ("RegionState", ["unknown", "inside", "outside"], RegionState.allCases.map(\.rawValue)),
    (
      "BeaconProximity", ["unknown", "immediate", "near", "far"],
      BeaconProximity.allCases.map(\.rawValue)
    ),
    (
      "InterruptionLevel", ["passive", "active", "timeSensitive", "critical"],
      InterruptionLevel.allCases.map(\.word)
    ),
    (
      "AudioCategory",
      ["ambient", "soloAmbient", "playback", "record", "playAndRecord", "multiRoute"],
      AudioCategory.allCases.map(\.rawValue)
    ),
    (
      "InterruptionReason", ["default", "appWasSuspended"],
      InterruptionReason.allCases.map(\.rawValue)
    ),
    (
      "CharacteristicUse", ["read", "write", "writeWithoutResponse", "notify", "indicate"],
      PeripheralCharacteristic.Use.allCases.map(\.rawValue)
    ),
    (
      "CentralRequestKind", ["read", "write", "subscribe", "unsubscribe"],
      CentralRequest.Kind.allCases.map(\.rawValue)
    ),
  ]
}
