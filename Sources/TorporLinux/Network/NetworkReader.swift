internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// Reads what carries the default route from the kernel's text files.
struct NetworkReader {
  let procRoot: String
  let sysRoot: String
  /// Interfaces whose traffic costs, as the user says.
  var meteredInterfaces: Set<String> = []

  /// The network behind the best default route whose interface is up.
  ///
  /// A mobile network is metered; what costs money behind a cable or a hotspot is for the user to
  /// say, for the kernel does not know.
  func state() -> NetworkState {
    let usable = defaultRoutes().filter { isUp($0.interface) }
    // A tunnel runs over another link, and that one says what the bytes cost.
    guard let best = usable.first else { return NetworkState(link: .none) }
    let carrier = usable.first { !isVirtual($0.interface) } ?? best
    let isNamed = [best, carrier].contains { meteredInterfaces.contains($0.interface) }
    return NetworkState(link: kind(of: carrier.interface), isMetered: isNamed ? true : nil)
  }

  private struct Route {
    let interface: String
    let metric: UInt32
  }

  /// Default routes of both versions of IP, best first.
  private func defaultRoutes() -> [Route] {
    let version4 = rows(of: "route").compactMap { fields -> Route? in
      // Iface Destination Gateway Flags RefCnt Use Metric Mask …; addresses in hex.
      guard fields.count > 7, fields[1] == "00000000", fields[7] == "00000000",
        let flags = UInt32(fields[3], radix: 16), flags & NetworkReader.isUpFlag != 0,
        flags & NetworkReader.isRejectFlag == 0
      else { return nil }
      return Route(interface: String(fields[0]), metric: UInt32(fields[6]) ?? 0)
    }
    let version6 = rows(of: "ipv6_route").compactMap { fields -> Route? in
      // destination length source length next-hop metric references use flags interface; all hex.
      guard fields.count > 9, fields[1] == "00", fields[0].allSatisfy({ $0 == "0" }),
        let flags = UInt32(fields[8], radix: 16), flags & NetworkReader.isUpFlag != 0,
        flags & NetworkReader.isRejectFlag == 0
      else { return nil }
      return Route(interface: String(fields[9]), metric: UInt32(fields[5], radix: 16) ?? 0)
    }
    return (version4 + version6).sorted { ($0.metric, $0.interface) < ($1.metric, $1.interface) }
  }

  // <linux/route.h>: RTF_UP, RTF_REJECT.
  private static let isUpFlag: UInt32 = 0x1
  private static let isRejectFlag: UInt32 = 0x200

  private func rows(of name: String) -> [[Substring]] {
    let text = (try? Files.read("\(procRoot)/net/\(name)")) ?? ""
    return text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
  }

  private func attribute(_ name: String, of interface: String) -> String? {
    guard let text = try? Files.read("\(sysRoot)/class/net/\(interface)/\(name)") else {
      return nil
    }
    return String(text.prefix { !$0.isWhitespace })
  }

  /// Whether the interface can carry anything: a route stays when the cable is pulled.
  private func isUp(_ interface: String) -> Bool {
    guard let state = attribute("operstate", of: interface) else { return false }
    // "unknown" is what drivers without carrier detection and tunnels say while they work.
    return state == "up" || state == "unknown"
  }

  private func isVirtual(_ interface: String) -> Bool {
    let target = Files.target(of: "\(sysRoot)/class/net/\(interface)") ?? ""
    return target.holds("/virtual/")
  }

  private func kind(of interface: String) -> NetworkLink {
    let folder = "\(sysRoot)/class/net/\(interface)"
    if Files.exists(folder + "/wireless") || Files.exists(folder + "/phy80211") { return .wifi }
    let events = (try? Files.read(folder + "/uevent")) ?? ""
    for line in events.split(separator: "\n") {
      if line == "DEVTYPE=wlan" { return .wifi }
      if line == "DEVTYPE=wwan" { return .cellular }
    }
    // Serial modems: ppp(4) interfaces say nothing of what they run over; on today's machines it
    // is a mobile network.
    return interface.hasPrefix("wwan") || interface.hasPrefix("ppp") ? .cellular : .wired
  }
}
