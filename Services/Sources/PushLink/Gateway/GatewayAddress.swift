#if canImport(Glibc)
import Glibc
#endif

/// The address of a gateway: `wss://HOST:PORT`.
package struct GatewayAddress: Hashable, Sendable {
  /// The text as entered.
  package let text: String
  package let host: String
  package let port: Int
  package let isEncrypted: Bool

  /// Why an address cannot be used, as a sentence.
  package struct Mistake: Error, Hashable, Sendable {
    package let sentence: String
  }

  /// Reads an address that begins with one of the two schemes.
  ///
  /// - Throws: `Mistake`.
  package init(
    _ text: String,
    schemes: (encrypted: String, plain: String) = ("wss", "ws")
  ) throws(Mistake) {
    let parts = text.split(separator: "://", maxSplits: 1)
    guard parts.count == 2, [schemes.encrypted, schemes.plain].contains(String(parts[0])) else {
      throw Mistake(sentence: "--gateway takes \(schemes.encrypted)://HOST:PORT, not '\(text)'.")
    }
    var rest = String(parts[1])
    while rest.hasSuffix("/") { rest.removeLast() }
    isEncrypted = parts[0] == schemes.encrypted
    let usualPort = isEncrypted ? 443 : 80
    // An IPv6 address is enclosed in brackets.
    let isBracketed = rest.hasPrefix("[")
    let end = isBracketed ? rest.firstIndex(of: "]") ?? rest.endIndex : rest.startIndex
    let colon = rest[end...].lastIndex(of: ":")
    let name = rest[..<(colon ?? rest.endIndex)].filter { $0 != "[" && $0 != "]" }
    let number = colon.map { Int(rest[rest.index(after: $0)...]) ?? 0 } ?? usualPort
    guard !name.isEmpty, (1...65_535).contains(number), !name.contains("/") else {
      throw Mistake(sentence: "--gateway takes \(schemes.encrypted)://HOST:PORT, not '\(text)'.")
    }
    // An eavesdropper on the network would see the pushes of all apps.
    guard isEncrypted || ["127.0.0.1", "::1", "localhost"].contains(name) else {
      throw Mistake(
        sentence:
          "\(schemes.plain):// is not encrypted, so it is only for this machine itself. Give "
          + "\(schemes.encrypted)://\(rest)."
      )
    }
    (self.text, host, port) = (text, name, number)
  }

  /// The name for which the certificate must be valid; `nil`: the address itself must be in it.
  var serverName: String? {
    var four = in_addr()
    var six = in6_addr()
    let isAddress =
      inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
    return isAddress ? nil : host
  }
}
