import CSystemd

/// Reads the values of a received message, within limits.
struct BusReading {
  /// The maximum number of values in one message, however nested: 65,536.
  ///
  /// BlueZ reports about 50 values for each device in one message, so this is more than a thousand devices. Our choice.
  static let valuesMax = 65_536

  private let message: OpaquePointer
  private var left = BusReading.valuesMax

  /// Returns all values of the message.
  ///
  /// - Throws: `BusFailure.malformed`.
  static func values(of message: OpaquePointer) throws(BusFailure) -> [BusValue] {
    var reading = BusReading(message: message)
    // It may have been read before, for example by a filter.
    try BusFailure.check(sd_bus_message_rewind(message, 1), "rewind a message")
    return try reading.rest()
  }

  private init(message: OpaquePointer) { self.message = message }

  /// Returns the values up to the end of the open container.
  private mutating func rest() throws(BusFailure) -> [BusValue] {
    var values: [BusValue] = []
    while let (type, contents) = try peek() { values.append(try value(type, contents)) }
    return values
  }

  private func peek() throws(BusFailure) -> (type: UInt8, contents: String)? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let result = sd_bus_message_peek_type(message, &type, &contents)
    try BusFailure.check(result, "read a type")
    guard result > 0 else { return nil }
    return (UInt8(bitPattern: type), contents.map { String(cString: $0) } ?? "")
  }

  private mutating func value(
    _ type: UInt8,
    _ contents: String
  ) throws(BusFailure) -> BusValue {
    left -= 1
    guard left >= 0 else {
      throw .malformed(cause: "it has more than \(BusReading.valuesMax) values")
    }
    switch type {
    case UInt8(ascii: "a"): return try array(of: contents)
    case UInt8(ascii: "r"):
      return .structure(
        try container(type, contents) { reader throws(BusFailure) in
          try reader.rest()
        }
      )
    case UInt8(ascii: "v"):
      let values = try container(type, contents) { reader throws(BusFailure) in
        try reader.rest()
      }
      guard let value = values.first else { throw .malformed(cause: "a variant is empty") }
      return .variant(value)
    default: return try basic(type)
    }
  }

  private mutating func array(of element: String) throws(BusFailure) -> BusValue {
    if element == "y" {
      var bytes: UnsafeRawPointer?
      var count = 0
      let result = sd_bus_message_read_array(message, CChar(UInt8(ascii: "y")), &bytes, &count)
      try BusFailure.check(result, "read bytes")
      return .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    }
    if element.hasPrefix("{") {
      let inner = String(element.dropFirst().dropLast())
      let entries = try container(UInt8(ascii: "a"), element) { reader throws(BusFailure) in
        try reader.entries(inner)
      }
      return .dictionary(entries, of: inner)
    }
    let elements = try container(UInt8(ascii: "a"), element) { reader throws(BusFailure) in
      try reader.rest()
    }
    return .array(elements, of: element)
  }

  private mutating func entries(_ contents: String) throws(BusFailure) -> [BusEntry] {
    var entries: [BusEntry] = []
    while try peek() != nil {
      let pair = try container(UInt8(ascii: "e"), contents) { reader throws(BusFailure) in
        try reader.rest()
      }
      guard pair.count == 2 else { throw .malformed(cause: "an entry is not a pair") }
      entries.append(BusEntry(key: pair[0], value: pair[1]))
    }
    return entries
  }

  private mutating func container<Result>(
    _ type: UInt8,
    _ contents: String,
    _ read: (inout BusReading) throws(BusFailure) -> Result
  ) throws(BusFailure) -> Result {
    try BusFailure.check(
      sd_bus_message_enter_container(message, CChar(type), contents),
      "enter a container"
    )
    let result = try read(&self)
    try BusFailure.check(sd_bus_message_exit_container(message), "leave a container")
    return result
  }

  private func basic(_ type: UInt8) throws(BusFailure) -> BusValue {
    switch type {
    case UInt8(ascii: "b"): return .boolean(try number(type, as: Int32.self) != 0)
    case UInt8(ascii: "y"): return .byte(try number(type, as: UInt8.self))
    case UInt8(ascii: "n"): return .int16(try number(type, as: Int16.self))
    case UInt8(ascii: "q"): return .uint16(try number(type, as: UInt16.self))
    case UInt8(ascii: "i"): return .int32(try number(type, as: Int32.self))
    case UInt8(ascii: "u"): return .uint32(try number(type, as: UInt32.self))
    case UInt8(ascii: "x"): return .int64(try number(type, as: Int64.self))
    case UInt8(ascii: "t"): return .uint64(try number(type, as: UInt64.self))
    case UInt8(ascii: "d"):
      return .double(Double(bitPattern: try number(type, as: UInt64.self)))
    case UInt8(ascii: "s"): return .string(try text(type))
    case UInt8(ascii: "o"): return .objectPath(try text(type))
    case UInt8(ascii: "g"): return .signature(try text(type))
    case UInt8(ascii: "h"):
      let number = try number(type, as: Int32.self)
      guard let descriptor = BusDescriptor(copying: number) else {
        throw .malformed(cause: "no descriptor is left for one that came")
      }
      return .descriptor(descriptor)
    default: throw .malformed(cause: "type \(type) is none of D-Bus")
    }
  }

  private func number<Number: FixedWidthInteger>(
    _ type: UInt8,
    as _: Number.Type
  ) throws(BusFailure) -> Number {
    var value: Number = 0
    try BusFailure.check(sd_bus_message_read_basic(message, CChar(type), &value), "read a number")
    return value
  }

  private func text(_ type: UInt8) throws(BusFailure) -> String {
    var text: UnsafePointer<CChar>?
    try BusFailure.check(sd_bus_message_read_basic(message, CChar(type), &text), "read a text")
    return text.map { String(cString: $0) } ?? ""
  }
}
