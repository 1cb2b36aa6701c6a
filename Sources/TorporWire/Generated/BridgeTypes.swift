// Made from Interfaces/io.torpor.Bridge.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

/// What is made of io.torpor.Bridge: its types, and a type for each call.
package enum Bridge {}

extension BridgeNotification.Urgency: WireWord {}

extension MessageOutcome: WireWord {}

extension WindowVisibility: WireWord {}

extension PushChannel: WireObject {
  package static let keys = ["channel", "key"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      channel: try message.value("channel", bytes: 1...64),
      key: try message.optional("key", bytes: 1...128)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("channel", channel.json),
      ("key", key?.json),
    ]
  }
}

extension ProcessWindows: WireObject {
  package static let keys = ["isTerminal", "pid", "visibility"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      pid: try message.value("pid", in: 1 ... .max),
      visibility: try message.value("visibility"),
      isTerminal: try message.value("isTerminal")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("isTerminal", isTerminal.json),
      ("pid", pid.json),
      ("visibility", visibility.json),
    ]
  }
}

extension AudioStream: WireObject {
  package static let keys = ["isRecording", "isSilent", "isVideo", "pid"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      pid: try message.value("pid", in: 1 ... .max),
      isRecording: try message.value("isRecording"),
      isSilent: try message.optional("isSilent"),
      isVideo: try message.optional("isVideo")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("isRecording", isRecording.json),
      ("isSilent", isSilent?.json),
      ("isVideo", isVideo?.json),
      ("pid", pid.json),
    ]
  }
}

extension BridgeFix: WireObject {
  package static let keys = [
    "ageMicroseconds", "altitudeMetres", "courseDegrees", "horizontalAccuracyMetres",
    "latitudeDegrees", "longitudeDegrees", "speedMetresPerSecond",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      latitudeDegrees: try message.value("latitudeDegrees", in: -90...90),
      longitudeDegrees: try message.value("longitudeDegrees", in: -180...180),
      horizontalAccuracyMetres: try message.value(
        "horizontalAccuracyMetres",
        in: 0 ... .greatestFiniteMagnitude
      ),
      ageMicroseconds: try message.value("ageMicroseconds", in: 0 ... .max),
      speedMetresPerSecond: try message.optional(
        "speedMetresPerSecond",
        in: 0 ... .greatestFiniteMagnitude
      ),
      courseDegrees: try message.optional("courseDegrees", in: 0...360),
      altitudeMetres: try message.optional("altitudeMetres")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("ageMicroseconds", ageMicroseconds.json),
      ("altitudeMetres", altitudeMetres?.json),
      ("courseDegrees", courseDegrees?.json),
      ("horizontalAccuracyMetres", horizontalAccuracyMetres.json),
      ("latitudeDegrees", latitudeDegrees.json),
      ("longitudeDegrees", longitudeDegrees.json),
      ("speedMetresPerSecond", speedMetresPerSecond?.json),
    ]
  }
}

extension BeaconSighting: WireObject {
  package static let keys = ["major", "minor", "signalStrength", "strengthAtOneMetre", "uuid"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      uuid: try message.value("uuid"),
      major: try message.value("major", in: 0...65535),
      minor: try message.value("minor", in: 0...65535),
      signalStrength: try message.value("signalStrength", in: -128...127),
      strengthAtOneMetre: try message.value("strengthAtOneMetre", in: -128...127)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("major", major.json),
      ("minor", minor.json),
      ("signalStrength", signalStrength.json),
      ("strengthAtOneMetre", strengthAtOneMetre.json),
      ("uuid", uuid.json),
    ]
  }
}

/// A central's request.
package struct BridgeCentralRequest: Hashable, Sendable, WireObject {
  package var central: String?
  package var characteristic: String
  package var identifier: Int64?
  package var kind: CentralRequest.Kind
  package var offset: Int
  package var service: String
  package var value: [BridgeByte]

  // What the interface allows.
  package static let centralBytes: ClosedRange<Int> = 0...255
  package static let characteristicBytes: ClosedRange<Int> = 0...255
  package static let identifierRange: ClosedRange<Int64> = 0 ... .max
  package static let offsetRange: ClosedRange<Int> = 0 ... .max
  package static let serviceBytes: ClosedRange<Int> = 0...255
  package static let valueCount: ClosedRange<Int> = 0...512

  package init(
    central: String? = nil,
    characteristic: String,
    identifier: Int64? = nil,
    kind: CentralRequest.Kind,
    offset: Int,
    service: String,
    value: [BridgeByte]
  ) {
    self.central = central
    self.characteristic = characteristic
    self.identifier = identifier
    self.kind = kind
    self.offset = offset
    self.service = service
    self.value = value
  }

  package static let keys = [
    "central", "characteristic", "identifier", "kind", "offset", "service", "value",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    central = try message.optional("central", bytes: Self.centralBytes)
    characteristic = try message.value("characteristic", bytes: Self.characteristicBytes)
    identifier = try message.optional("identifier", in: Self.identifierRange)
    kind = try message.value("kind")
    offset = try message.value("offset", in: Self.offsetRange)
    service = try message.value("service", bytes: Self.serviceBytes)
    value = try message.value("value", count: Self.valueCount)
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("central", central?.json),
      ("characteristic", characteristic.json),
      ("identifier", identifier?.json),
      ("kind", kind.json),
      ("offset", offset.json),
      ("service", service.json),
      ("value", value.json),
    ]
  }
}

extension BridgeNotification: WireObject {
  package static let keys = [
    "actions", "appName", "body", "icon", "key", "percent", "sound", "title", "urgency",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      key: try message.value("key"),
      appName: try message.value("appName"),
      title: try message.value("title"),
      body: try message.value("body"),
      sound: try message.optional("sound"),
      actions: try message.value("actions"),
      urgency: try message.value("urgency"),
      icon: try message.optional("icon"),
      percent: try message.optional("percent")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("actions", actions.json),
      ("appName", appName.json),
      ("body", body.json),
      ("icon", icon?.json),
      ("key", key.json),
      ("percent", percent?.json),
      ("sound", sound?.json),
      ("title", title.json),
      ("urgency", urgency.json),
    ]
  }
}

extension BridgeNotification.Action: WireObject {
  package static let keys = ["id", "takesText", "title"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      id: try message.value("id"),
      title: try message.value("title"),
      takesText: try message.value("takesText")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("id", id.json),
      ("takesText", takesText.json),
      ("title", title.json),
    ]
  }
}

extension BridgeLocationDemand: WireObject {
  package static let keys = ["accuracyMetres", "distanceMetres", "intervalMicroseconds"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      accuracyMetres: try message.value("accuracyMetres"),
      intervalMicroseconds: try message.value("intervalMicroseconds"),
      distanceMetres: try message.value("distanceMetres")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("accuracyMetres", accuracyMetres.json),
      ("distanceMetres", distanceMetres.json),
      ("intervalMicroseconds", intervalMicroseconds.json),
    ]
  }
}

extension BeaconDemand: WireObject {
  package static let keys = ["intervalSeconds", "uuids"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      uuids: try message.value("uuids"),
      intervalSeconds: try message.value("intervalSeconds")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("intervalSeconds", intervalSeconds.json),
      ("uuids", uuids.json),
    ]
  }
}

/// A service that an app offers to centrals.
package struct BridgeService: Hashable, Sendable, WireObject {
  package var characteristics: [BridgeCharacteristic]
  package var number: String

  package init(
    characteristics: [BridgeCharacteristic],
    number: String
  ) {
    self.characteristics = characteristics
    self.number = number
  }

  package static let keys = ["characteristics", "number"]

  package init(_ message: ParameterReader) throws(WireError) {
    characteristics = try message.value("characteristics")
    number = try message.value("number")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("characteristics", characteristics.json),
      ("number", number.json),
    ]
  }
}

/// `Characteristic`, as the interface describes it.
package struct BridgeCharacteristic: Hashable, Sendable, WireObject {
  package var number: String
  package var uses: [PeripheralCharacteristic.Use]

  package init(
    number: String,
    uses: [PeripheralCharacteristic.Use]
  ) {
    self.number = number
    self.uses = uses
  }

  package static let keys = ["number", "uses"]

  package init(_ message: ParameterReader) throws(WireError) {
    number = try message.value("number")
    uses = try message.value("uses")
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("number", number.json),
      ("uses", uses.json),
    ]
  }
}

extension BridgeInterface {
  /// The words of each enum, as the interface describes them and as the code has them.
  package static let words: [(type: String, described: [String], used: [String])] = [
    (
      "Urgency", ["low", "normal", "critical"], BridgeNotification.Urgency.allCases.map(\.rawValue)
    ),
    (
      "CharacteristicUse", ["read", "write", "writeWithoutResponse", "notify", "indicate"],
      PeripheralCharacteristic.Use.allCases.map(\.rawValue)
    ),
    (
      "CentralRequestKind", ["read", "write", "subscribe", "unsubscribe"],
      CentralRequest.Kind.allCases.map(\.rawValue)
    ),
    (
      "MessageOutcome", ["delivered", "later", "unknown", "refused"],
      MessageOutcome.allCases.map(\.rawValue)
    ),
    (
      "WindowVisibility", ["focused", "visible", "minimised", "elsewhere"],
      WindowVisibility.allCases.map(\.rawValue)
    ),
  ]
}
