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
    /// As many as may be watched, and one more where there are more.
    var sockets: [ServedSocket] = []
    /// How many there are.
    var count = 0
    /// A socket that listens and cannot be watched: what serves there may not be frozen.
    var unwatchable: String?
  }

  /// A socket of a process, which may have closed it meanwhile.
  private struct Place {
    let process: ProcessHandle
    let number: Int32
    let inode: UInt64
  }

  /// Duplicates every served socket of the processes, in the kernel's order.
  func find(in processIDs: [Int32]) -> Finding {
    var finding = Finding()
    var connections: [(place: Place, key: String)] = []
    var listeners: [String: String] = [:]
    var seen: Set<UInt64> = []
    for processID in processIDs {
      do throws(SystemError) {
        let sockets = try openSockets(of: processID).filter { seen.insert($0.inode).inserted }
        guard !sockets.isEmpty else { continue }
        let process = try ProcessHandle.open(processID)
        for (number, inode) in sockets {
          let place = Place(process: process, number: number, inode: inode)
          guard let (descriptor, local) = try look(at: place, of: processID, &finding) else {
            continue
          }
          guard local.isListening else {
            // Whether there is a listener is known only after the last.
            Descriptor.close([descriptor])
            connections.append((place, local.key))
            continue
          }
          listeners[local.key] = listeners[local.key] ?? local.name
          finding.add(descriptor, inode, local.name, isListening: true)
        }
      } catch {
        finding.failed(with: error, "process \(processID)")
      }
    }
    for (place, key) in connections {
      guard let name = listeners[key] else { continue }
      do throws(SystemError) {
        // Beyond the bound they are counted.
        guard finding.sockets.count <= ServedSockets.countMax else {
          finding.count += 1
          continue
        }
        let descriptor = try place.process.duplicate(descriptor: place.number).release()
        guard LocalSocket(of: descriptor)?.key == key else {
          Descriptor.close([descriptor])
          continue
        }
        finding.add(descriptor, place.inode, name, isListening: false)
      } catch {
        finding.failed(with: error, name)
      }
    }
    return finding
  }

  /// A duplicate of a socket, and what it is; `nil` for one of another kind, one that is closed by now, and
  /// one that may not be duplicated, which is looked up.
  private func look(
    at place: Place,
    of processID: Int32,
    _ finding: inout Finding
  ) throws(SystemError) -> (descriptor: Int32, local: LocalSocket)? {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try place.process.duplicate(descriptor: place.number).release()
    } catch {
      if error.code == EBADF { return nil }
      guard error.code == EPERM else { throw error }
      let table = ListeningTable(procRoot: procRoot, processID: processID)
      finding.unwatchable = try table.name(of: place.inode) ?? finding.unwatchable
      return nil
    }
    guard let local = LocalSocket(of: descriptor) else {
      Descriptor.close([descriptor])
      return nil
    }
    return (descriptor, local)
  }

  /// - Throws: `SystemError` where there may be some: no descriptor is left to look.
  private func openSockets(
    of processID: Int32
  ) throws(SystemError) -> [(number: Int32, inode: UInt64)] {
    let folder = "\(procRoot)/\(processID)/fd"
    return try Files.allNames(in: folder).compactMap { name in
      guard let number = Int32(name),
        let inode = DisplaySockets.inode(inLink: Files.target(of: "\(folder)/\(name)"))
      else { return nil }
      return (number, inode)
    }
  }
}

extension ServedSockets.Finding {
  fileprivate mutating func add(
    _ descriptor: Int32,
    _ inode: UInt64,
    _ name: String,
    isListening: Bool
  ) {
    count += 1
    guard sockets.count <= ServedSockets.countMax else { return Descriptor.close([descriptor]) }
    sockets.append(
      ServedSocket(descriptor: descriptor, inode: inode, name: name, isListening: isListening)
    )
  }

  /// What could not be looked at: there may be a socket there, unless the process has ended, has closed it
  /// meanwhile, or may not be looked at at all.
  fileprivate mutating func failed(with error: SystemError, _ name: String) {
    guard ![ESRCH, ENOENT, EINVAL, EBADF, EACCES, EPERM].contains(error.code) else { return }
    unwatchable = unwatchable ?? name
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
  ///
  /// - Throws: `SystemError` when a table could not be read, and the socket may be in it: `EFBIG` beyond
  ///   `Files.readBytesMax`.
  func name(of inode: UInt64) throws(SystemError) -> String? {
    var failure: SystemError?
    for table in ["tcp", "tcp6", "unix"] {
      do throws(SystemError) {
        let text = try Files.read("\(procRoot)/\(processID)/net/\(table)")
        if table == "unix" {
          if let path = ListeningTable.path(of: inode, in: text) { return "unix \(path)" }
        } else if let port = ListeningTable.port(of: inode, in: text) {
          return "tcp port \(port)"
        }
      } catch {
        // A kernel may be without IPv6.
        if error.code != ENOENT { failure = error }
      }
    }
    if let failure { throw failure }
    return nil
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
