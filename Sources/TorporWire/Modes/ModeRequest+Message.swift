import TorporModel

// The calls of the services that keep an app running or wake it, each read and written by its service.

extension ModeRequest {
  /// The methods, in the order of the interface's description.
  static let methods =
    PushRequest.methods + LocationRequest.methods + NotificationCenterRequest.methods
    + AudioRequest.methods + AccessoryRequest.methods + BluetoothRequest.methods
    + DescriptorRequest.methods + PushToTalkRequest.methods

  /// The name of the method, without the interface.
  var method: String {
    switch self {
    case .push(let request): request.method
    case .location(let request): request.method
    case .notifications(let request): request.method
    case .audio(let request): request.method
    case .accessory(let request): request.method
    case .bluetooth(let request): request.method
    case .descriptor(let request): request.method
    case .pushToTalk(let request): request.method
    }
  }

  /// The parameters, without the key.
  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .push(let request): request.fields
    case .location(let request): request.fields
    case .notifications(let request): request.fields
    case .audio(let request): request.fields
    case .accessory(let request): request.fields
    case .bluetooth(let request): request.fields
    case .descriptor(let request): request.fields
    case .pushToTalk(let request): request.fields
    }
  }

  /// Reads a call; `nil` where the method is none of these services'.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    if let request = try PushRequest(method: method, parameters) {
      self = .push(request)
    } else if let request = try LocationRequest(method: method, parameters) {
      self = .location(request)
    } else if let request = try NotificationCenterRequest(method: method, parameters) {
      self = .notifications(request)
    } else if let request = try AudioRequest(method: method, parameters) {
      self = .audio(request)
    } else if let request = try AccessoryRequest(method: method, parameters) {
      self = .accessory(request)
    } else if let request = try BluetoothRequest(method: method, parameters) {
      self = .bluetooth(request)
    } else if let request = try DescriptorRequest(method: method, parameters) {
      self = .descriptor(request)
    } else if let request = try PushToTalkRequest(method: method, parameters) {
      self = .pushToTalk(request)
    } else {
      return nil
    }
  }
}

extension AppCall {
  /// Reads a call of one of the services for modes; `nil` where it is none of them.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(modeMethod method: some StringProtocol, parameters: JSON) throws(WireError) {
    guard let request = try ModeRequest(method: method, parameters) else { return nil }
    self.init(
      .mode(request),
      key: try MessageReader(reply: parameters).optionalText("key"),
      descriptorNumber: try DescriptorRequest.number(inCall: parameters)
    )
  }

  /// The parameters of a request about modes.
  func fields(of request: ModeRequest) -> [(key: String, value: JSON?)] {
    guard case .descriptor(.handOver) = request else { return request.fields }
    return request.fields + [("descriptor", descriptorNumber.map { .integer(Int64($0)) })]
  }
}
