internal import Glibc
internal import TorporPosix

/// A duplicate of a socket at which a process of a group serves others.
struct ServedSocket {
  /// A descriptor of this process.
  let descriptor: Int32
  let inode: UInt64
  /// The socket that listens there, as people read it: "tcp 0.0.0.0:80".
  let name: String
  let isListening: Bool

  /// Whether a connection waits to be accepted, or a peer has sent what was not read.
  ///
  /// A connection that its peer has closed, with all of it read, waits for nothing.
  func hasWaiters(_ now: Readability) -> Bool {
    isListening ? now.isReadable : (now.bytes ?? 0) > 0
  }
}

/// Finds the sockets that a group serves: those that listen, and the connections that they accepted.
///
/// A connection that the group has opened itself is none of them: that a peer's answer or keep-alive
/// waits for a frozen client is what freezing means. Datagrams are not looked at, since multicast
/// (mDNS) alone would keep browsers awake. Our choice.
struct ServedSockets {
  let procRoot: String

  /// The most sockets of one app that are watched: 128, as many as a server for a household has open.
  ///
  /// With the descriptors of 1,000 apps and some servers they fit into the 4,096 that a daemon may open by
  /// default. What serves more is in use, and is not frozen. Our choice.
  static let countMax = 128

  /// What was found, with descriptors that the caller closes.
  struct Finding {
    var sockets: [ServedSocket] = []
    /// A socket that listens and cannot be watched: what serves there may not be frozen.
    var unwatchable: String?
  }

  /// Duplicates every served socket of the processes, in the kernel's order.
  func find(in processIDs: [Int32]) -> Finding {
    var finding = Finding()
    var seen: Set<UInt64> = []
    var connections: [(socket: ServedSocket, key: String)] = []
    var listeners: [String: String] = [:]
    for processID in processIDs {
      let sockets = openSockets(of: processID).filter { seen.insert($0.inode).inserted }
      guard !sockets.isEmpty, let process = try? ProcessHandle.open(processID) else { continue }
      for (number, inode) in sockets {
        let descriptor: Int32
        do throws(SystemError) {
          descriptor = try process.duplicate(descriptor: number).release()
        } catch {
          // It has closed it meanwhile, or has ended.
          guard error.code == EPERM else { continue }
          if let name = ListeningTable(procRoot: procRoot, processID: processID).name(of: inode) {
            finding.unwatchable = name
          }
          continue
        }
        guard let local = LocalSocket(of: descriptor) else {
          Descriptor.close([descriptor])
          continue
        }
        let socket = ServedSocket(
          descriptor: descriptor,
          inode: inode,
          name: local.name,
          isListening: local.isListening
        )
        if local.isListening {
          listeners[local.key] = listeners[local.key] ?? local.name
          finding.sockets.append(socket)
        } else {
          connections.append((socket, local.key))
        }
      }
    }
    for (socket, key) in connections {
      guard let listener = listeners[key] else {
        Descriptor.close([socket.descriptor])
        continue
      }
      finding.sockets.append(
        ServedSocket(
          descriptor: socket.descriptor,
          inode: socket.inode,
          name: listener,
          isListening: false
        )
      )
    }
    return finding
  }

  private func openSockets(of processID: Int32) -> [(number: Int32, inode: UInt64)] {
    let folder = "\(procRoot)/\(processID)/fd"
    return Files.names(in: folder).compactMap { name in
      guard let number = Int32(name),
        let inode = DisplaySockets.inode(inLink: Files.target(of: "\(folder)/\(name)"))
      else { return nil }
      return (number, inode)
    }
  }
}

/// The sockets that listen in the network of a process, from the kernel's tables.
///
/// For processes whose descriptors may not be duplicated: those of a user's daemon that are no
/// children of it, where the kernel's `yama` lets only parents trace.
struct ListeningTable {
  let procRoot: String
  let processID: Int32

  /// The name of the socket, if it listens.
  func name(of inode: UInt64) -> String? {
    for table in ["tcp", "tcp6"] {
      let text = (try? Files.read("\(procRoot)/\(processID)/net/\(table)")) ?? ""
      if let port = ListeningTable.port(of: inode, in: text) { return "tcp port \(port)" }
    }
    let text = (try? Files.read("\(procRoot)/\(processID)/net/unix")) ?? ""
    return ListeningTable.path(of: inode, in: text).map { "unix \($0)" }
  }

  /// Reads a line of `/proc/net/tcp`: number, local address, peer, state (0A: it listens), …, inode in
  /// the tenth field.
  ///
  ///     0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 12345 1 …
  static func port(of inode: UInt64, in text: String) -> UInt16? {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count > 9, fields[3] == "0A", UInt64(fields[9]) == inode,
        let colon = fields[1].lastIndex(of: ":")
      else { continue }
      return UInt16(fields[1][fields[1].index(after: colon)...], radix: 16)
    }
    return nil
  }

  private static func path(of inode: UInt64, in text: String) -> String? {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 7)
      // __SO_ACCEPTCON of <linux/net.h>: it listens.
      guard fields.count == 8, fields[3] == "00010000", UInt64(fields[6]) == inode else { continue }
      return String(fields[7])
    }
    return nil
  }
}
