internal import Foundation
internal import Synchronization

/// Whether the machine has a network at all, which Foundation for Linux does not check: it reports for each host that
/// it cannot be found.
enum MissingNetwork {
  /// The kernel's routing tables: for IPv4 and for IPv6.
  static let tables = Mutex(["/proc/net/route", "/proc/net/ipv6_route"])

  /// Returns the error of a default session with Apple's number.
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

  /// Whether there is a route to hosts in general; true if the kernel does not say.
  ///
  /// The files contain the main table. If a machine's only route is in another table (`ip rule`), the result is that
  /// there is none.
  private static var hasRoute: Bool {
    let tables = tables.withLock { $0 }.compactMap {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    return tables.isEmpty || tables.contains { $0.split(separator: "\n").contains(where: leadsOut) }
  }

  /// Whether a line of a table is a default route through a device other than `lo`, or one half of such a route, as set
  /// by programs for virtual private networks (0.0.0.0/1 and 128.0.0.0/1).
  ///
  /// For IPv4, the device comes first and then the destination, eight digits, with the mask in the same byte order as
  /// the eighth word (proc_net_route); for IPv6, the destination comes first, 32 digits, then the length of its prefix,
  /// and the device last.
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
