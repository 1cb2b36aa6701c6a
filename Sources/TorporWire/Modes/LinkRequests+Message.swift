import TorporModel

// Calls about sound, accessories, Bluetooth and descriptors.

extension AudioRequest {
  static let methods = ["ActivateAudioSession", "DeactivateAudioSession"]

  var method: String {
    switch self {
    case .activate: "ActivateAudioSession"
    case .deactivate: "DeactivateAudioSession"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    switch method {
    case "ActivateAudioSession":
      let call = try ParameterReader(call: parameters, known: "category", "mixesWithOthers")
      self = .activate(
        AudioSession(
          category: try call.word("category"),
          mixesWithOthers: try call.optionalFlag("mixesWithOthers") ?? false
        )
      )
    case "DeactivateAudioSession":
      let call = try ParameterReader(call: parameters, known: "notifiesOthers")
      self = .deactivate(notifiesOthers: try call.optionalFlag("notifiesOthers") ?? false)
    default: return nil
    }
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .activate(let session):
      [
        ("category", .string(session.category.rawValue)),
        ("mixesWithOthers", .bool(session.mixesWithOthers)),
      ]
    case .deactivate(let notifiesOthers): [("notifiesOthers", .bool(notifiesOthers))]
    }
  }
}

extension AccessoryRequest {
  static let methods = ["OpenAccessory", "CloseAccessory", "ConnectedAccessories"]

  var method: String {
    switch self {
    case .open: "OpenAccessory"
    case .close: "CloseAccessory"
    case .connected: "ConnectedAccessories"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    func accessory() throws(WireError) -> String {
      try ParameterReader(call: parameters, known: "accessory").name("accessory")
    }
    switch method {
    case "OpenAccessory": self = .open(accessory: try accessory())
    case "CloseAccessory": self = .close(accessory: try accessory())
    case "ConnectedAccessories":
      _ = try ParameterReader(call: parameters)
      self = .connected
    default: return nil
    }
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .open(let accessory), .close(let accessory): [("accessory", .string(accessory))]
    case .connected: []
    }
  }
}

extension BluetoothRequest {
  static let methods = [
    "ConnectPeripheral", "CancelPeripheralConnection", "ScanForPeripherals", "StopScan",
    "SetNotifyValue", "StartAdvertising", "StopAdvertising", "PublishServices", "AnswerCentral",
    "UpdateValue",
  ]

  var method: String {
    switch self {
    case .connect: "ConnectPeripheral"
    case .cancelConnection: "CancelPeripheralConnection"
    case .scan: "ScanForPeripherals"
    case .stopScan: "StopScan"
    case .subscribe: "SetNotifyValue"
    case .advertise: "StartAdvertising"
    case .stopAdvertising: "StopAdvertising"
    case .publish: "PublishServices"
    case .answer: "AnswerCentral"
    case .updateValue: "UpdateValue"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    switch method {
    case "ConnectPeripheral":
      let call = try ParameterReader(call: parameters, known: "peripheral", "restoreIdentifier")
      self = .connect(
        peripheral: try call.name("peripheral"),
        restoreIdentifier: try call.optionalName("restoreIdentifier")
      )
    case "CancelPeripheralConnection":
      self = .cancelConnection(
        peripheral: try ParameterReader(call: parameters, known: "peripheral").name("peripheral")
      )
    case "ScanForPeripherals":
      let (services, restoreIdentifier) = try Self.services(parameters)
      self = .scan(services: services, restoreIdentifier: restoreIdentifier)
    case "StartAdvertising":
      let (services, restoreIdentifier) = try Self.services(parameters)
      self = .advertise(services: services, restoreIdentifier: restoreIdentifier)
    case "SetNotifyValue":
      let call = try ParameterReader(
        call: parameters,
        known: "peripheral",
        "characteristic",
        "isOn"
      )
      self = .subscribe(
        peripheral: try call.name("peripheral"),
        characteristic: try call.name("characteristic"),
        isOn: try call.flag("isOn")
      )
    case "StopScan":
      _ = try ParameterReader(call: parameters)
      self = .stopScan
    case "StopAdvertising":
      _ = try ParameterReader(call: parameters)
      self = .stopAdvertising
    default:
      guard let request = try Self(peripheralMethod: method, parameters) else { return nil }
      self = request
    }
  }

  private static func services(
    _ parameters: JSON
  ) throws(WireError) -> (services: [String], restoreIdentifier: String?) {
    let call = try ParameterReader(call: parameters, known: "services", "restoreIdentifier")
    return (
      try call.optionalNames("services", countMax: ModeLimits.servicesMax) ?? [],
      try call.optionalName("restoreIdentifier")
    )
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .connect(let peripheral, let restoreIdentifier):
      [("peripheral", .string(peripheral)), ("restoreIdentifier", .text(restoreIdentifier))]
    case .cancelConnection(let peripheral): [("peripheral", .string(peripheral))]
    case .scan(let services, let restoreIdentifier),
      .advertise(let services, let restoreIdentifier):
      [
        ("services", .array(services.map { .string($0) })),
        ("restoreIdentifier", .text(restoreIdentifier)),
      ]
    case .subscribe(let peripheral, let characteristic, let isOn):
      [
        ("peripheral", .string(peripheral)), ("characteristic", .string(characteristic)),
        ("isOn", .bool(isOn)),
      ]
    case .stopScan, .stopAdvertising: []
    case .publish(let services, let restoreIdentifier):
      [
        ("services", .array(services.map(\.json))),
        ("restoreIdentifier", .text(restoreIdentifier)),
      ]
    case .answer(let request, let answer):
      [("request", .string(request.description))] + answer.fields
    case .updateValue(let service, let characteristic, let value):
      [
        ("service", .string(service)), ("characteristic", .string(characteristic)),
        ("value", .string(Base64.text(of: value))),
      ]
    }
  }
}

extension DescriptorRequest {
  static let methods = [
    "HandOverDescriptor", "TakeBackDescriptor", "SetKeepAlive", "ClearKeepAlive",
  ]

  var method: String {
    switch self {
    case .handOver: "HandOverDescriptor"
    case .takeBack: "TakeBackDescriptor"
    case .setKeepAlive: "SetKeepAlive"
    case .clearKeepAlive: "ClearKeepAlive"
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    switch method {
    case "HandOverDescriptor":
      let call = try ParameterReader(
        call: parameters,
        known: "name",
        "purpose",
        "accessory",
        "descriptor"
      )
      self = .handOver(name: try call.name("name"), purpose: try DescriptorPurpose(call))
    case "TakeBackDescriptor":
      self = .takeBack(name: try ParameterReader(call: parameters, known: "name").name("name"))
    case "SetKeepAlive":
      self = .setKeepAlive(
        try ParameterReader(call: parameters, known: "microseconds").length("microseconds")
      )
    case "ClearKeepAlive":
      _ = try ParameterReader(call: parameters)
      self = .clearKeepAlive
    default: return nil
    }
  }

  /// The number that the descriptor has in the app, where a call says it.
  ///
  /// - Throws: `WireError.invalidParameter` where it is none.
  static func number(inCall parameters: JSON) throws(WireError) -> Int32? {
    guard let value = MessageReader(reply: parameters)["descriptor"] else { return nil }
    guard let number = value.integer(as: Int32.self), number >= 0 else {
      throw .invalidParameter(parameter: "descriptor")
    }
    return number
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .handOver(let name, let purpose): [("name", .string(name))] + purpose.fields
    case .takeBack(let name): [("name", .string(name))]
    case .setKeepAlive(let length): [("microseconds", .integer(length.microseconds))]
    case .clearKeepAlive: []
    }
  }
}

extension DescriptorPurpose {
  fileprivate init(_ call: ParameterReader) throws(WireError) {
    let accessory = try call.optionalName("accessory")
    switch (try call.name("purpose"), accessory) {
    case ("voip", nil): self = .voIP
    case ("other", nil): self = .other
    case ("accessory", let accessory?): self = .accessory(accessory)
    case ("accessory", nil), ("voip", _), ("other", _): throw call.invalid("accessory")
    default: throw call.invalid("purpose")
    }
  }

  fileprivate var fields: [(key: String, value: JSON?)] {
    switch self {
    case .voIP: [("purpose", .string("voip"))]
    case .accessory(let accessory):
      [("purpose", .string("accessory")), ("accessory", .string(accessory))]
    case .other: [("purpose", .string("other"))]
    }
  }
}
