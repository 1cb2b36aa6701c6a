internal import CTorporPosix
internal import Glibc

/// Notices from the kernel over netlink: what changed among devices, links and routes.
package final class NetlinkSocket {
  private let descriptor: Descriptor
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Calls `handler` with each message of the kernel, of nobody else; a lost message (the kernel's queue was full) is an empty
  /// one, so that the receiver looks at everything anew.
  ///
  /// - Throws: `SystemError` where the kernel does not let this process listen.
  package init(
    _ source: Source,
    on loop: EventLoop,
    handler: @escaping ([UInt8]) -> Void
  ) throws(SystemError) {
    descriptor = try NetlinkSocket.open(source)
    self.loop = loop
    let number = descriptor.rawValue
    token = try loop.register(number, for: .readable) { _ in
      while let message = NetlinkSocket.receive(on: number) { handler(message) }
    }
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// Finds out whether this process may listen.
  ///
  /// - Throws: `SystemError` saying why not.
  package static func probe(_ source: Source) throws(SystemError) {
    _ = try open(source)
  }

  private static func open(_ source: Source) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try checkingNegated(
        "listen to",
        source.name,
        torpor_netlink_open(source.protocolNumber, source.groups)
      )
    )
  }

  /// What can be listened to.
  package enum Source {
    /// Devices that come, go and change (`NETLINK_KOBJECT_UEVENT`, the kernel's own group).
    case devices
    /// Links and routes (`NETLINK_ROUTE`).
    case routes

    var name: String {
      switch self {
      case .devices: "the kernel's device events"
      case .routes: "the kernel's route events"
      }
    }

    // Numbers of <linux/netlink.h> and <linux/rtnetlink.h>.
    var protocolNumber: Int32 {
      switch self {
      case .devices: 15
      case .routes: 0
      }
    }

    // Bit masks: group 1 of uevents; RTMGRP_LINK, RTMGRP_IPV4_ROUTE and RTMGRP_IPV6_ROUTE.
    var groups: UInt32 {
      switch self {
      case .devices: 1
      case .routes: 0x1 | 0x40 | 0x400
      }
    }
  }

  /// One message; empty when some were lost, `nil` when there is none.
  private static func receive(on number: Int32) -> [UInt8]? {
    // The kernel keeps a uevent below 4 KiB (UEVENT_BUFFER_SIZE is 2048) and splits dumps by page.
    var isThereNone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
      let result = torpor_netlink_receive(number, buffer.baseAddress, buffer.count)
      // An interrupted read counts as a lost message: looking anew once too often does no harm.
      isThereNone = result < 0 && result != -Int(ENOBUFS) && result != -Int(EINTR)
      count = max(0, result)
    }
    return isThereNone ? nil : bytes
  }
}
