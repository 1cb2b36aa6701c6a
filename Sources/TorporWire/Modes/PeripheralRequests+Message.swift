import TorporModel

// Calls of an app about its own peripheral, and what centrals ask of it.

extension BluetoothRequest {
  /// Reads a call about the app's own peripheral; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(peripheralMethod method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    switch method {
    case "PublishServices":
      let call = try ParameterReader(call: parameters, known: "services", "restoreIdentifier")
      self = .publish(
        services: try call.publishedServices(),
        restoreIdentifier: try call.optionalName("restoreIdentifier")
      )
    case "AnswerCentral":
      let call = try ParameterReader(call: parameters, known: "request", "value", "errorCode")
      self = .answer(request: try call.identifier("request"), try call.answer())
    case "UpdateValue":
      let call = try ParameterReader(call: parameters, known: "service", "characteristic", "value")
      self = .updateValue(
        service: try call.name("service"),
        characteristic: try call.name("characteristic"),
        value: try call.attributeValue()
      )
    default: return nil
    }
  }
}

extension PeripheralService {
  var json: JSON {
    .object([
      "service": .string(number),
      "characteristics": .array(characteristics.map(\.json)),
    ])
  }
}

extension PeripheralCharacteristic {
  fileprivate var json: JSON {
    .object([
      "characteristic": .string(number), "uses": .array(uses.map { .string($0.rawValue) }),
    ])
  }
}

extension CentralAnswer {
  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .value(let bytes): [("value", .string(Base64.text(of: bytes)))]
    case .failure(let code): [("errorCode", .integer(Int64(code)))]
    }
  }
}

extension CentralRequest {
  var json: JSON {
    .object(optional: [
      ("request", identifier.map { .string($0.description) }),
      ("kind", .string(kind.rawValue)),
      ("service", .string(service)),
      ("characteristic", .string(characteristic)),
      ("central", .text(central)),
      ("offset", .integer(Int64(offset))),
      ("value", .string(Base64.text(of: value))),
    ])
  }

  /// Reads the member `centralRequest` of an event, where there is one.
  ///
  /// - Throws: `WireError.invalidParameter` with the member's name.
  init?(in event: ParameterReader) throws(WireError) {
    guard let request = try event.optionalObject("centralRequest", known: []) else { return nil }
    self.init(
      identifier: request["request"] == nil ? nil : try request.identifier("request"),
      kind: try request.word("kind"),
      service: try request.name("service"),
      characteristic: try request.name("characteristic"),
      central: try request.optionalName("central"),
      offset: try request.optionalInteger("offset", in: 0...Int(UInt16.max)) ?? 0,
      value: try request.attributeValue()
    )
  }
}

extension ParameterReader {
  fileprivate func publishedServices() throws(WireError) -> [PeripheralService] {
    guard self["services"] != nil else { return [] }
    var services: [PeripheralService] = []
    let all = try objects(
      "services",
      countMax: ModeLimits.servicesMax,
      known: ["service", "characteristics"]
    )
    for part in all {
      var characteristics: [PeripheralCharacteristic] = []
      let parts = try part.objects(
        "characteristics",
        countMax: ModeLimits.characteristicsMax,
        known: ["characteristic", "uses"]
      )
      for one in parts {
        characteristics.append(
          PeripheralCharacteristic(number: try one.name("characteristic"), uses: try one.uses())
        )
      }
      services.append(
        PeripheralService(number: try part.name("service"), characteristics: characteristics)
      )
    }
    return services
  }

  private func uses() throws(WireError) -> [PeripheralCharacteristic.Use] {
    typealias Use = PeripheralCharacteristic.Use
    var uses: [Use] = []
    for word in try optionalNames("uses", countMax: Use.allCases.count) ?? [] {
      guard let use = Use(rawValue: word), !uses.contains(use) else { throw invalid("uses") }
      uses.append(use)
    }
    guard !uses.isEmpty else { throw invalid("uses") }
    return uses
  }

  fileprivate func answer() throws(WireError) -> CentralAnswer {
    guard let code = try optionalInteger("errorCode", in: 1...Int(UInt8.max)) else {
      return .value(try attributeValue())
    }
    guard self["value"] == nil else { throw invalid("value") }
    return .failure(code: UInt8(code))
  }

  /// The bytes of `value`; without it none.
  fileprivate func attributeValue() throws(WireError) -> [UInt8] {
    let textBytesMax = (CentralRequest.valueBytesMax + 2) / 3 * 4
    guard let text = try optionalText("value", bytesMax: textBytesMax) else { return [] }
    guard let bytes = Base64.bytes(of: text), bytes.count <= CentralRequest.valueBytesMax else {
      throw invalid("value")
    }
    return bytes
  }
}
