import TorporModel
internal import TorporPosix

/// The sockets at which compositors and X servers wait for the programs whose windows they show.
///
/// A frozen one takes the whole desktop with it: no window is drawn and no key is heard, not even the
/// one that would thaw it. It may lie in an app's group because a user has started their desktop, or
/// a desktop in a window, as an app. Whether any program outside the group shows its windows there is
/// not asked: a display for the group alone (`xvfb-run`) is rare, and not freezing it costs energy only.
/// Our choice.
struct DisplaySockets {
  let procRoot: String

  /// The paths of the display sockets that one of the processes listens at, in the kernel's order.
  func served(by processIDs: [Int32]) -> [String] {
    let sockets = DisplaySockets.parse((try? Files.read(procRoot + "/net/unix")) ?? "")
    // Most machines without a screen have none, and then no descriptors are read.
    guard !sockets.isEmpty else { return [] }
    var served: Set<UInt64> = []
    for processID in processIDs {
      let folder = "\(procRoot)/\(processID)/fd"
      for name in Files.names(in: folder) {
        if let inode = DisplaySockets.inode(inLink: Files.target(of: "\(folder)/\(name)")) {
          served.insert(inode)
        }
      }
    }
    var paths: [String] = []
    for socket in sockets where served.contains(socket.inode) && !paths.contains(socket.path) {
      paths.append(socket.path)
    }
    return paths
  }

  /// Finds the listening display sockets.
  ///
  /// The text is that of `/proc/net/unix`. An X server has a socket in the folder and one, with an `@`
  /// before the path, in none; both have the same name here.
  ///
  ///     Num       RefCount Protocol Flags    Type St Inode Path
  ///     0000000000000000: 00000002 00000000 00010000 0001 01 12345 /run/user/1000/wayland-1
  static func parse(_ text: String) -> [(inode: UInt64, path: String)] {
    var sockets: [(inode: UInt64, path: String)] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 7)
      // __SO_ACCEPTCON of <linux/net.h>: it is a listening socket.
      guard fields.count == 8, fields[3].elementsEqual("00010000".utf8),
        let inode = UInt64(Substring(fields[6])),
        case let path = String(Substring(fields[7].drop { $0 == UInt8(ascii: "@") })),
        isDisplay(path)
      else { continue }
      sockets.append((inode, path))
    }
    return sockets
  }

  /// Whether a path is one of those that libwayland and xtrans make: `…/wayland-N`, `/tmp/.X11-unix/XN`.
  private static func isDisplay(_ path: String) -> Bool {
    guard let folder = path.parentPath else { return false }
    let name = path.lastPathComponent
    for prefix in ["wayland-", "X"] where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count)
      guard !number.isEmpty, number.allSatisfy(\.isWholeNumber) else { continue }
      return prefix == "wayland-" || folder.hasSuffix("/tmp/.X11-unix")
    }
    return false
  }

  /// The number in `socket:[12345]`.
  static func inode(inLink target: String?) -> UInt64? {
    guard let target, target.hasPrefix("socket:["), target.hasSuffix("]") else { return nil }
    return UInt64(target.dropFirst("socket:[".count).dropLast())
  }
}
