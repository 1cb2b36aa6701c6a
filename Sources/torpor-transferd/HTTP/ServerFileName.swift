import TorporModel

/// The name of a received file, if the server or the URL determines it.
enum ServerFileName {
  /// The maximum length in bytes: 200 of the 255 that file systems accept.
  ///
  /// The fresh file's name adds a dot, `.torpor-` and up to 20 digits. Our choice.
  static let bytesMax = 200
  /// The name of a file for which none was given.
  static let fallback = "download"

  /// Returns the name in the server's header, otherwise the one in the URL's path.
  static func choose(contentDisposition: String?, urlPath: String) -> String {
    if let header = contentDisposition, let name = name(inContentDisposition: header) {
      return name
    }
    let last = urlPath.lastPathComponent
    return sanitized(decodedUTF8(last)) ?? fallback
  }

  /// Returns the name in the header (RFC 6266): `filename*` before `filename`; `nil` if neither is valid.
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

  /// Returns the name without parts that would lead elsewhere or hide the file; `nil` if nothing is left.
  ///
  /// Everything before the last slash or backslash is removed, as are control characters, dots and spaces at the
  /// beginning, and everything after 200 bytes.
  static func sanitized(_ text: String) -> String? {
    let last = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? "".unicodeScalars[...]
    var scalars = String.UnicodeScalarView()
    for scalar in last where !isControl(scalar) { scalars.append(scalar) }
    var name = ""
    // By scalars, like the slashes: a dot followed by a combining mark also hides a file.
    for character in String(scalars.drop { $0 == "." || $0 == " " }) {
      guard name.utf8.count + character.utf8.count <= bytesMax else { break }
      name.append(character)
    }
    while name.hasSuffix(" ") { name.removeLast() }
    return name.isEmpty ? nil : name
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // This includes format characters: one of them reverses the direction of writing, so that "exe.txt" reads
    // "txt.exe".
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func decodedUTF8(_ text: Substring) -> String {
    String(decoding: decoded(text) ?? Array(text.utf8), as: UTF8.self)
  }

  /// Decodes `%XX`; `nil` if an escape is invalid.
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
