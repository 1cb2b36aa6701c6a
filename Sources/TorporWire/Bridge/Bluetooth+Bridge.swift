import TorporModel

// What the radio says and is told, in the shape that it has in io.torpor.Bridge; io.torpor.App has services and
// requests of centrals in another one.

extension CentralRequest {
  init(_ described: BridgeCentralRequest) {
    self.init(
      identifier: described.identifier.map {
        CentralRequestIdentifier(rawValue: UInt64(clamping: $0))
      },
      kind: described.kind,
      service: described.service,
      characteristic: described.characteristic,
      central: described.central,
      offset: described.offset,
      value: described.value.map(UInt8.init)
    )
  }
}

extension BridgeCentralRequest {
  init(_ request: CentralRequest) {
    self.init(
      central: request.central,
      characteristic: request.characteristic,
      identifier: request.identifier.map { Int64(clamping: $0.rawValue) },
      kind: request.kind,
      offset: request.offset,
      service: request.service,
      value: request.value.map(BridgeByte.init)
    )
  }
}

extension PeripheralService {
  init(_ described: BridgeService) {
    self.init(
      number: described.number,
      characteristics: described.characteristics.map {
        PeripheralCharacteristic(number: $0.number, uses: $0.uses)
      }
    )
  }
}

extension BridgeService {
  init(_ service: PeripheralService) {
    self.init(
      characteristics: service.characteristics.map {
        BridgeCharacteristic(number: $0.number, uses: $0.uses)
      },
      number: service.number
    )
  }
}

/// A byte of a value, as a number.
package struct BridgeByte: Hashable, Sendable, WireValue {
  package var number: UInt8

  init(_ number: UInt8) { self.number = number }

  package init(_ element: WireElement) throws(WireError) {
    guard let number = element.json.integer(as: UInt8.self) else { throw element.invalid }
    self.number = number
  }

  package var json: JSON { .integer(Int64(number)) }
}

extension UInt8 {
  init(_ byte: BridgeByte) { self = byte.number }
}

// MARK: The answer to a central

extension BluetoothOrder {
  /// Reads `{"answer": {"request": …, "_1": {"value": {"_0": …}}}}`, whose names Varlink cannot describe.
  init(answer message: ParameterReader) throws(WireError) {
    let order = try message.object("answer", keys: ["_1", "request"])
    let request: Int64 = try order.value("request", in: 0 ... .max)
    let answer = try order.object("_1", keys: ["failure", "value"])
    self = .answer(
      request: CentralRequestIdentifier(rawValue: UInt64(request)),
      try CentralAnswer(inBridge: answer)
    )
  }

  /// What stands under `answer`; `nil` of another order.
  var answerJSON: JSON? {
    guard case .answer(let request, let answer) = self else { return nil }
    return .object([
      "_1": answer.jsonInBridge, "request": .integer(Int64(clamping: request.rawValue)),
    ])
  }
}

extension CentralAnswer {
  fileprivate init(inBridge message: ParameterReader) throws(WireError) {
    if try message.only(of: ["failure", "value"]) == "value" {
      let bytes: [BridgeByte] = try message.object("value", keys: ["_0"]).value("_0")
      self = .value(bytes.map(UInt8.init))
    } else {
      let code: BridgeByte = try message.object("failure", keys: ["code"]).value("code")
      self = .failure(code: code.number)
    }
  }

  fileprivate var jsonInBridge: JSON {
    switch self {
    case .value(let bytes): .object(["value": .object(["_0": bytes.map(BridgeByte.init).json])])
    case .failure(let code): .object(["failure": .object(["code": BridgeByte(code).json])])
    }
  }
}
