import TorporAppModel

// What an app's own peripheral says to centrals, beyond the limits of the interface.

/// It has no object of its own: a value, or an error.
extension CentralAnswer {
  package init(_ message: ParameterReader) throws(WireError) {
    if let code: Int = try message.optional("errorCode", in: 1...Int(UInt8.max)) {
      try message.refuse(["value"])
      self = .failure(code: UInt8(code))
    } else {
      let bytes: [UInt8] = try message.optional("value") ?? []
      guard bytes.count <= CentralRequest.valueBytesMax else { throw message.invalid("value") }
      self = .value(bytes)
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .value(let bytes): [("value", bytes.json)]
    case .failure(let code): [("errorCode", Int(code).json)]
    }
  }
}

extension App.UpdateValue {
  package func check() throws(WireError) {
    guard value.count <= CentralRequest.valueBytesMax else {
      throw .invalidParameter(parameter: "value")
    }
  }
}

extension App.PublishServices {
  package func check() throws(WireError) {
    for (index, service) in services.enumerated() {
      for (place, one) in service.characteristics.enumerated()
      where Set(one.uses).count < one.uses.count {
        throw .invalidParameter(parameter: "services.\(index).characteristics.\(place).uses")
      }
    }
  }
}
