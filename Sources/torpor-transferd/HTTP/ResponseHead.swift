/// The header of one response: its status, and the fields that a transfer uses.
struct ResponseHead: Sendable {
  /// The stored fields; names are compared without regard to case.
  enum Field: String, CaseIterable {
    case contentLength = "content-length"
    case contentRange = "content-range"
    case contentType = "content-type"
    case contentDisposition = "content-disposition"
    case etag
    case lastModified = "last-modified"
    case retryAfter = "retry-after"
    case location
    case authenticate = "www-authenticate"
    case proxyAuthenticate = "proxy-authenticate"
    case uploadOffset = "upload-offset"
    case uploadIncomplete = "upload-incomplete"
    case tusResumable = "tus-resumable"
  }

  private(set) var status = 0
  /// Whether it was received over a connection that others can share: HTTP/2 and later.
  private(set) var isMultiplexed = false
  /// Whether the empty line that ends the header was received.
  private(set) var isWhole = false
  private var fields: [(field: Field, value: String)] = []

  /// The maximum length of a stored value in bytes: 8 KiB, the limit of servers for a line of a request.
  ///
  /// A longer one is treated as missing. Our choice.
  static let valueBytesMax = 8 << 10
  /// The maximum number of stored fields; only challenges may occur more than once.
  ///
  /// Our choice.
  static let fieldsMax = 32

  /// Takes the next line; a status line begins the header of another response.
  mutating func append(line: UnsafeRawBufferPointer) {
    var end = line.count
    while end > 0, line[end - 1] == UInt8(ascii: "\n") || line[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    let text = UnsafeRawBufferPointer(rebasing: line[..<end])
    if text.starts(with: "HTTP/".utf8) {
      self = ResponseHead()
      status = ResponseHead.status(in: text)
      isMultiplexed = !text.starts(with: "HTTP/1".utf8)
    } else if text.isEmpty {
      isWhole = true
    } else if !isWhole, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      // A field after the end is a trailer; trailers are ignored.
      append(
        name: UnsafeRawBufferPointer(rebasing: text[..<colon]),
        value: UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])
      )
    }
  }

  /// Returns the first value of the field.
  subscript(field: Field) -> String? { fields.first { $0.field == field }?.value }

  /// Returns all values of the field, in order.
  func all(_ field: Field) -> [String] { fields.filter { $0.field == field }.map(\.value) }

  private mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    // The longest stored name has 19 bytes.
    guard name.count < 24, value.count <= ResponseHead.valueBytesMax,
      fields.count < ResponseHead.fieldsMax,
      let field = ResponseHead.names.first(where: { $0.name.isEqual(toIgnoringCase: name) })?.field
    else { return }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var rest = value[...]
    while let first = rest.first, isBlank(first) { rest = rest.dropFirst() }
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    fields.append((field, String(decoding: rest, as: UTF8.self)))
  }

  /// The names as bytes: a header has a dozen lines, and converting each to a string would cost more than comparing.
  private static let names = Field.allCases.map { (name: Array($0.rawValue.utf8), field: $0) }

  private static func status(in line: UnsafeRawBufferPointer) -> Int {
    guard let space = line.firstIndex(of: 0x20) else { return 0 }
    let digits = line[(space + 1)...].prefix { $0 >= 0x30 && $0 <= 0x39 }
    return Int(String(decoding: digits.prefix(3), as: UTF8.self)) ?? 0
  }
}

extension ResponseHead {
  /// Whether the status is a success.
  var isSuccess: Bool { (200...299).contains(status) }

  /// `Content-Length`, if it is a number.
  var contentLength: Int64? {
    self[.contentLength].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The validator that shows whether the file is still the same: a strong `ETag`, otherwise `Last-Modified`.
  var validator: String? {
    if let tag = self[.etag] {
      // A weak one says that files are equivalent, not that their bytes are equal (RFC 9110, 8.8.1).
      if tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count >= 2 { return tag }
    }
    return self[.lastModified]
  }
}

extension [UInt8] {
  /// Returns whether the other bytes are the same text; this one is in lower case.
  fileprivate func isEqual(toIgnoringCase other: UnsafeRawBufferPointer) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { own, byte in
        own == byte || (0x41...0x5a).contains(byte) && own == byte | 0x20
      }
  }
}
