import CSystemd

// Appending values to a message.
extension BusValue {
  /// Appends the values in order.
  ///
  /// - Throws: `BusFailure.malformed` if a value does not match its signature.
  static func append(_ values: [BusValue], to message: OpaquePointer) throws(BusFailure) {
    for value in values { try value.append(to: message) }
  }

  private func append(to message: OpaquePointer) throws(BusFailure) {
    switch self {
    case .boolean(let flag): try append(Int32(flag ? 1 : 0), to: message)
    case .byte(let value): try append(value, to: message)
    case .int16(let value): try append(value, to: message)
    case .uint16(let value): try append(value, to: message)
    case .int32(let value): try append(value, to: message)
    case .uint32(let value): try append(value, to: message)
    case .int64(let value): try append(value, to: message)
    case .uint64(let value): try append(value, to: message)
    case .double(let value): try append(value.bitPattern, to: message)
    case .descriptor(let descriptor): try append(descriptor.number, to: message)
    case .string(let text), .objectPath(let text), .signature(let text):
      try BusFailure.check(
        text.withCString { sd_bus_message_append_basic(message, type, $0) },
        "write '\(text)'"
      )
    case .bytes(let bytes):
      let result = bytes.withUnsafeBytes {
        sd_bus_message_append_array(message, CChar(UInt8(ascii: "y")), $0.baseAddress, $0.count)
      }
      try BusFailure.check(result, "write bytes")
    case .array(let elements, let element):
      try contain("a", element, elements, to: message)
    case .dictionary(let entries, let entry):
      try open("a", "{\(entry)}", on: message)
      for pair in entries { try contain("e", entry, [pair.key, pair.value], to: message) }
      try close(message)
    case .structure(let members):
      try contain("r", members.map(\.signature).joined(), members, to: message)
    case .variant(let value): try contain("v", value.signature, [value], to: message)
    }
  }

  private var type: CChar { signature.utf8.first.map { CChar($0) } ?? 0 }

  private func append(
    _ number: some FixedWidthInteger,
    to message: OpaquePointer
  ) throws(BusFailure) {
    var number = number
    try BusFailure.check(sd_bus_message_append_basic(message, type, &number), "write a number")
  }

  private func contain(
    _ kind: Unicode.Scalar,
    _ contents: String,
    _ values: [BusValue],
    to message: OpaquePointer
  ) throws(BusFailure) {
    try open(kind, contents, on: message)
    try BusValue.append(values, to: message)
    try close(message)
  }

  private func open(
    _ kind: Unicode.Scalar,
    _ contents: String,
    on message: OpaquePointer
  ) throws(BusFailure) {
    try BusFailure.check(
      sd_bus_message_open_container(message, CChar(UInt8(ascii: kind)), contents),
      "open a container of '\(contents)'"
    )
  }

  private func close(_ message: OpaquePointer) throws(BusFailure) {
    try BusFailure.check(sd_bus_message_close_container(message), "close a container")
  }
}
