import TorporModel

/// A server's request for a name and a password (`WWW-Authenticate`, RFC 9110, 11.6.1).
enum Challenge {
  /// The schemes that curl can answer, the strongest first, with its bit for each.
  ///
  /// The bits are those of `<curl/curl.h>`, whose casts are not imported. NTLM and Negotiate are left out: they tie a
  /// connection to a user, and Negotiate needs no password.
  private static let schemes: [(name: String, bit: Int)] = [("Digest", 1 << 1), ("Basic", 1 << 0)]

  /// Returns the strongest challenge offered; if none can be answered, the first.
  ///
  /// `nil` if none is offered.
  static func strongest(in values: [String], host: String, isProxy: Bool) -> TransferChallenge? {
    let offered = values.flatMap(offers)
    for (name, _) in schemes {
      if let offer = offered.first(where: { $0.scheme.lowercased() == name.lowercased() }) {
        return TransferChallenge(host: host, scheme: name, realm: offer.realm, isProxy: isProxy)
      }
    }
    return offered.first.map {
      TransferChallenge(host: host, scheme: $0.scheme, realm: $0.realm, isProxy: isProxy)
    }
  }

  /// Returns the authentication that curl is told to use; `nil` if it supports none.
  static func authentication(for challenge: TransferChallenge) -> Int? {
    schemes.first { $0.name == challenge.scheme }?.bit
  }

  /// Returns every scheme in a value, which may contain several, with its realm.
  private static func offers(in value: String) -> [(scheme: String, realm: String?)] {
    var offers: [(scheme: String, realm: String?)] = []
    for part in parts(of: value) {
      // A scheme is at the beginning, or before its first parameter.
      let words = part.split(separator: " ", maxSplits: 1).map(String.init)
      guard let first = words.first else { continue }
      var parameter = part
      if !first.contains("=") {
        offers.append((first, nil))
        parameter = words.count > 1 ? words[1] : ""
      }
      guard !offers.isEmpty, parameter.lowercased().hasPrefix("realm=") else { continue }
      offers[offers.count - 1].realm = HeaderParameters.unquoted(
        parameter.dropFirst("realm=".count)
      )
    }
    return offers
  }

  /// Splits at commas outside quotes.
  private static func parts(of value: String) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in value {
      if character == ",", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts.map { part in
      let start = part.drop { $0 == " " || $0 == "\t" }
      return String(start)
    }
  }
}
