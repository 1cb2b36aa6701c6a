internal import Foundation
internal import Synchronization

/// Whether the machine has a network at all, which Foundation for Linux does not ask: it says of each host that it cannot be
/// found.
enum MissingNetwork {
  /// The kernel's tables of routes: that of IPv4 and that of IPv6.
  static let tables = Mutex(["/proc/net/route", "/proc/net/ipv6_route"])

  /// The error of a default session in Apple's number.
  static func explain(_ error: (any Error)?) -> (any Error)? {
    guard let failure = error as NSError?, failure.domain == NSURLErrorDomain,
      failure.code == NSURLErrorCannotFindHost, !hasRoute
    else { return error }
    var userInfo = failure.userInfo
    userInfo[NSLocalizedDescriptionKey] = "The machine has no network that leads to the Internet."
    return URLError(
      _nsError: NSError(
        domain: NSURLErrorDomain,
        code: NSURLErrorNotConnectedToInternet,
        userInfo: userInfo
      )
    )
  }

  /// Whether there is a way to hosts in general; true where the kernel does not say.
  ///
  /// The files have the main table. Of a machine whose only way out stands in another one (`ip rule`), it is said that there is none.
  private static var hasRoute: Bool {
    let tables = tables.withLock { $0 }.compactMap {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    return tables.isEmpty || tables.contains { $0.split(separator: "\n").contains(where: leadsOut) }
  }

  /// Whether a line of a table is a default route by a device other than `lo`, or the half of one, as programs for virtual private
  /// networks set it (0.0.0.0/1 and 128.0.0.0/1).
  ///
  /// Of IPv4 the device comes first and then the destination, eight digits, the mask in the same order of bytes as the eighth word
  /// (proc_net_route); of IPv6 the destination comes first, 32 digits, then the length of its prefix, and the device last.
  private static func leadsOut(_ line: Substring) -> Bool {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard words.count > 7 else { return false }
    if words[0].utf8.count == 32 {
      let isDefault = words[1] == "00" || words[1] == "01"
      return isDefault && words[0].dropFirst().allSatisfy { $0 == "0" } && words.last != "lo"
    }
    return ["00000000", "00000080"].contains(words[1])
      && ["00000000", "00000080"].contains(words[7])
      && words[0] != "lo"
  }
}
