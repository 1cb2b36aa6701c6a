import TorporModel

/// The header lines of a request, in the form that curl accepts.
enum RequestHeaders {
  /// Names that the caller may not set, in lower case.
  ///
  /// An encoded body would have its own offsets, and the length of the sent data is the file's.
  private static let reserved: Set<String> = [
    "accept-encoding", "content-length", "transfer-encoding", "expect",
  ]

  /// Names that are only for the host of the transfer's own URL, in lower case.
  private static let secret: Set<String> = ["authorization", "proxy-authorization", "cookie"]

  /// Returns our own lines and the caller's headers; one that could be used to inject a line is left out.
  ///
  /// If two have the same name, ours is sent. `isElsewhere`: the request goes to an address to which the server has
  /// redirected us.
  static func lines(
    _ own: [String],
    for headers: [TransferHeader],
    isElsewhere: Bool
  ) -> [String] {
    // An empty value removes curl's own: "100 Continue" is not waited for.
    var lines = own + ["Accept-Encoding: identity", "Expect:"]
    let ownNames = Set(own.map { $0.prefix { $0 != ":" }.lowercased() })
    var hasAgent = false
    for header in headers {
      let name = header.name.lowercased()
      guard isToken(name), !reserved.contains(name), !ownNames.contains(name),
        !(isElsewhere && secret.contains(name)),
        !header.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 })
      else { continue }
      if name == "user-agent" { hasAgent = true }
      // With a semicolon, curl sends the name with an empty value.
      lines.append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
    if !hasAgent { lines.append("User-Agent: \(Transfer.userAgent)") }
    return lines
  }

  /// Returns whether the caller sets the header.
  static func has(_ name: String, in headers: [TransferHeader]) -> Bool {
    headers.contains { $0.name.lowercased() == name }
  }

  /// Returns whether it is a valid name (RFC 9110, 5.6.2).
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
