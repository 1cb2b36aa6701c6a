package import TorporAppModel

// What a transfer may carry; a request for more is answered with the parameter's name.

extension TransferContent {
  /// The most transfers of one call; our choice: a call of that many is decided in one turn.
  package static let countMax = 256
  /// The most headers of one request; half of what nginx and Apache take (our choice).
  package static let headersMax = 64
  /// The most bytes of all names and values of the headers: 32 KiB, four of nginx' buffers (our choice).
  package static let headerBytesMax = 32 << 10
  /// The longest label: 1 KiB, more than is ever read (our choice).
  package static let labelBytesMax = 1 << 10
  /// The longest method: the longest of the registry of RFC 9110 has 17 letters (our choice).
  package static let methodBytesMax = 32
  /// The longest path: `PATH_MAX` of Linux, with its end mark.
  package static let pathBytesMax = 4095
  /// The longest name of a file or folder: `NAME_MAX` of Linux.
  package static let fileNameBytesMax = 255

  /// Looks at everything but the URL.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to the first that is wrong.
  func check(_ message: ParameterReader) throws(WireError) {
    if let wrongParameter { throw message.invalid(wrongParameter) }
  }

  /// The name of the first part that could not be sent; `nil` where all is well, but for the URL.
  package var wrongParameter: String? {
    if let method, method.utf8.count > Self.methodBytesMax || !method.isToken { return "method" }
    let headerBytes = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    if headers.count > Self.headersMax || headerBytes > Self.headerBytesMax { return "headers" }
    for (index, header) in headers.enumerated() {
      if !header.name.isToken { return "headers.\(index).name" }
      if !header.value.isOneLine { return "headers.\(index).value" }
    }
    if let source, !source.path.isAbsolutePath { return "file" }
    if let path = destination?.file.path, !path.isAbsolutePath { return "destination.path" }
    if let destination, !destination.isFolder, !destination.file.path.namesFile {
      return "destination.path"
    }
    if let sha256, !sha256.isDigest { return "sha256" }
    if let bytesPerSecondMax, bytesPerSecondMax <= 0 { return "bytesPerSecondMax" }
    if let label, label.utf8.count > Self.labelBytesMax || !label.isOneLine { return "label" }
    return nil
  }

  /// The most bytes that it takes on the wire: a byte of text may become six (`\u0001`), and the names
  /// of the members and the numbers are fewer than a kilobyte.
  package var wireBytesMax: Int {
    let texts = [url, method, source?.path, sha256, label].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    let ofHeaders = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    return 6 * (texts + ofHeaders) + 32 * headers.count + 1024
  }
}

extension SessionConfiguration {
  /// The longest name of a session, in bytes.
  package static let identifierBytesMax = 255
  /// How many connections to one host a session may ask for.
  package static let connectionsPerHost = 1...16
}

extension String {
  /// Whether it may name a method or a header (`token` of RFC 9110, 5.6.2).
  package var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether it can stand in one line of a request: no CR, LF or NUL.
  package var isOneLine: Bool { !utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 } }

  /// Whether it is a path from the root, of a length that the kernel takes.
  package var isAbsolutePath: Bool {
    utf8.first == UInt8(ascii: "/") && utf8.count <= TransferContent.pathBytesMax
      && !utf8.contains(0)
  }

  /// Whether the last part of a path can be the name of a file: `NAME_MAX` of Linux is 255 bytes.
  package var namesFile: Bool {
    let name = utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
    return (1...255).contains(name.count) && !name.elementsEqual(".".utf8)
      && !name.elementsEqual("..".utf8)
  }

  /// Whether it is a SHA-256 in 64 lower-case hexadecimal digits.
  package var isDigest: Bool {
    utf8.count == 64
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
      }
  }
}
