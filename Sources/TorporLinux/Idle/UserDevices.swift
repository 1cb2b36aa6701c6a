internal import Glibc
internal import TorporPosix

/// The nodes through which a user uses the machine: terminals, and keyboards, mice and touchscreens.
struct UserDevices {
  let devRoot: String
  /// Where the X server puts a socket for each display.
  var displayFolder = "/tmp/.X11-unix"
  /// Where Wayland compositors put theirs (`XDG_RUNTIME_DIR`); `nil`: nowhere.
  var runtimeFolder: String?
  /// Whether this process may read a node.
  var isReadable: (String) -> Bool = Files.isReadable

  /// Folders in which nodes appear when a user logs in or connects a device.
  var folders: [String] { [devRoot + "/pts", devRoot + "/input"] }

  /// Every node that this process may read.
  ///
  /// What it may not belongs to other users, or to a display server; the master of all pseudo
  /// terminals (`ptmx`) belongs to programs.
  var nodes: [String] { terminals + inputs.filter(isReadable) }

  private var terminals: [String] {
    let pseudo = numbered("", in: devRoot + "/pts")
    let consoles = numbered("tty", in: devRoot)
    return (pseudo + consoles).filter(isReadable)
  }

  private var inputs: [String] { numbered("event", in: devRoot + "/input") }

  private func numbered(_ prefix: String, in folder: String) -> [String] {
    Files.names(in: folder)
      .filter { $0.hasPrefix(prefix) && UInt32($0.dropFirst(prefix.count)) != nil }
      .map { folder + "/" + $0 }
  }

  /// When a user last typed into a terminal, in nanoseconds since 1970; `nil` without terminals.
  ///
  /// That is the time of the last access, as w(1) takes it. The kernel writes it every 8 s at most
  /// (`tty_update_time`), so the last use may be that much later; it is taken to be. Input devices
  /// keep no such time.
  func lastUseUnixNanoseconds() -> Int64? {
    let accesses = terminals.compactMap { path -> Int64? in
      guard let facts = try? Files.facts(of: path) else { return nil }
      return Int64(facts.st_atim.tv_sec) * 1_000_000_000 + Int64(facts.st_atim.tv_nsec)
    }
    return accesses.max().map { $0 + UserDevices.granularityNanoseconds }
  }

  private static let granularityNanoseconds: Int64 = 8_000_000_000

  /// Why it is not known whether the machine is in use; `nil` where it is.
  ///
  /// A user without a display uses terminals. One with a display uses a mouse too, and only root and
  /// the group `input` may watch it.
  var idleUnavailableReason: String? {
    guard hasDisplay, !inputs.isEmpty, !inputs.contains(where: isReadable) else { return nil }
    return "\(devRoot)/input may not be read by this user, and there is a display"
  }

  private var hasDisplay: Bool {
    let wayland = runtimeFolder.map { Files.names(in: $0) } ?? []
    return !Files.names(in: displayFolder).isEmpty || wayland.contains { $0.hasPrefix("wayland-") }
  }
}
