internal import CTorporPosix
internal import Glibc
internal import TorporPosix

/// What the sockets of apps receive and send, counted by the kernel for each control group.
///
/// Two programs of type `cgroup_skb` at the folder above all apps' groups add up whole packets, repeats with them
/// (docs/decisions/0049). They outlive the daemon, and the next one continues with their counters. A socket belongs to
/// the group in which it was made, and that to the app in whose group it lies.
package final class NetworkCounters {
  /// What was counted for one group, in bytes.
  struct Bytes: Hashable {
    var received: Int64 = 0
    var sent: Int64 = 0
    /// Received and sent over the loopback, which no radio moves.
    var loopback: Int64 = 0
  }

  /// The descriptor of the counters.
  private let map: Int32?
  /// Why nothing is counted; `nil` where it is.
  package let unavailableReason: String?

  /// Counts from now on, below that folder of groups.
  package init(below folder: String) {
    guard let group = try? Files.open(folder, O_RDONLY | O_DIRECTORY),
      let facts = try? DescriptorFacts(of: group.rawValue)
    else {
      map = nil
      unavailableReason = "\(folder) cannot be opened"
      return
    }
    let number = torpor_network_open(group.rawValue, facts.inode)
    map = number >= 0 ? number : nil
    unavailableReason = number >= 0 ? nil : NetworkCounters.reason(ofCode: -number)
  }

  deinit { Descriptor.close(map.map { [$0] } ?? []) }

  /// Why the kernel did not take the programs.
  static func reason(ofCode code: Int32) -> String {
    let error = SystemError(operation: "load", subject: "a BPF program", code: code)
    return code == EPERM
      ? "the daemon may not load BPF programs (Operation not permitted)"
      : "the kernel does not take the program: \(error)"
  }

  /// What the sockets of a group, and of those below it, have received and sent; `nil` where nothing is counted.
  func bytes(ofGroup inode: UInt64) -> Bytes? {
    guard let map else { return nil }
    var counted = torpor_network_bytes()
    guard torpor_network_read(map, inode, &counted) >= 0 else { return nil }
    return Bytes(
      received: Int64(clamping: counted.received),
      sent: Int64(clamping: counted.sent),
      loopback: Int64(clamping: counted.loopback_received &+ counted.loopback_sent)
    )
  }

  /// The group is gone.
  func forget(group inode: UInt64) {
    if let map { torpor_network_forget(map, inode) }
  }
}
