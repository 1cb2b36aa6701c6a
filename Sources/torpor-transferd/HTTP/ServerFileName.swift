import TorporModel

/// What a received file is called where the server or the URL has the say.
enum ServerFileName {
  /// How long it may be, in bytes: 200 of the 255 that file systems take.
  ///
  /// The fresh file's name adds a dot, `.torpor-` and up to 20 digits. Our choice.
  static let bytesMax = 200
  /// The name of a file that was given none.
  static let fallback = "download"

  /// The name by the server's head, else by the URL's path.
  static func choose(contentDisposition: String?, urlPath: String) -> String {
    if let header = contentDisposition, let name = name(inContentDisposition: header) {
      return name
    }
    let last = urlPath.lastPathComponent
    return sanitized(decodedUTF8(last)) ?? fallback
  }

  /// The name in the header (RFC 6266): `filename*` before `filename`; `nil` where neither is good.
  static func name(inContentDisposition header: String) -> String? {
    let parameters = HeaderParameters.parse(header)
    if let extended = parameters["filename*"] {
      // charset'language'escaped text (RFC 8187).
      let parts = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
      if parts.count == 3, let bytes = decoded(parts[2]) {
        switch parts[0].lowercased() {
        case "utf-8":
          if let name = sanitized(String(decoding: bytes, as: UTF8.self)) { return name }
        case "iso-8859-1":
          var text = ""
          for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
          if let name = sanitized(text) { return name }
        default: break
        }
      }
    }
    return parameters["filename"].flatMap { sanitized($0) }
  }

  /// The name without what would lead elsewhere or hide it; `nil` where nothing is left.
  ///
  /// What stands before the last slash goes, forward or backward; control characters go; dots and
  /// blanks at the beginning go; and all behind 200 bytes.
  static func sanitized(_ text: String) -> String? {
    let last = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? "".unicodeScalars[...]
    var scalars = String.UnicodeScalarView()
    for scalar in last where !isControl(scalar) { scalars.append(scalar) }
    var name = ""
    // By scalars, as the slashes: a dot with a mark behind it hides a file as well.
    for character in String(scalars.drop { $0 == "." || $0 == " " }) {
      guard name.utf8.count + character.utf8.count <= bytesMax else { break }
      name.append(character)
    }
    while name.hasSuffix(" ") { name.removeLast() }
    return name.isEmpty ? nil : name
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Formats too: one of them turns the direction of writing, so that "exe.txt" reads "txt.exe".
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func decodedUTF8(_ text: Substring) -> String {
    String(decoding: decoded(text) ?? Array(text.utf8), as: UTF8.self)
  }

  /// Undoes `%XX`; `nil` where an escape is broken.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return bytes
  }
}
