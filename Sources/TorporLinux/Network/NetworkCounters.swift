internal import CTorporPosix
internal import Glibc
internal import TorporPosix

/// What the sockets of apps receive and send, counted by the kernel for each control group.
///
/// Two programs of type `cgroup_skb` at the folder above all apps' groups add up whole packets, headers and repeats
/// with them, as a packet count does (docs/decisions/0049). They outlive the daemon, and the next one goes on with
/// their counters. A socket belongs to the group in which it was made.
package final class NetworkCounters {
  /// The descriptor of the counters.
  private let map: Int32?
  /// Why nothing is counted; `nil` where it is.
  package let unavailableReason: String?

  /// Counts from now on, below that folder of groups.
  package init(below folder: String) {
    guard let group = try? Files.open(folder, O_RDONLY | O_DIRECTORY) else {
      map = nil
      unavailableReason = "\(folder) cannot be opened"
      return
    }
    let number = torpor_network_open(group.rawValue)
    guard number >= 0 else {
      map = nil
      let error = SystemError(operation: "load", subject: "a BPF program", code: -number)
      unavailableReason =
        number == -EPERM
        ? "the daemon may not load BPF programs (it does not run as root)"
        : "the kernel does not take the program: \(error)"
      return
    }
    map = number
    unavailableReason = nil
  }

  deinit { Descriptor.close(map.map { [$0] } ?? []) }

  /// What the sockets of a group have received and sent; `nil` where nothing is counted.
  func bytes(ofGroup inode: UInt64) -> (received: Int64, sent: Int64)? {
    guard let map else { return nil }
    var (received, sent) = (UInt64(0), UInt64(0))
    guard torpor_network_read(map, inode, &received, &sent) >= 0 else { return nil }
    return (Int64(clamping: received), Int64(clamping: sent))
  }

  /// The group is gone.
  func forget(group inode: UInt64) {
    if let map { torpor_network_forget(map, inode) }
  }
}
