import TorporPosix

/// The pseudo-terminals whose other end a process holds, according to the kernel.
enum HeldTerminals {
  /// Returns the terminals as the device numbers used in `/proc/PID/stat`.
  ///
  /// The result is empty for a process whose descriptors the user may not read, and on a kernel that does not show
  /// `tty-index` (`pty_show_fdinfo`). It costs reading one link for each descriptor of the process.
  static func of(_ processID: Int32, procRoot: String = "/proc") -> [Int32] {
    let folder = "\(procRoot)/\(processID)"
    let names = (try? Files.allNames(in: folder + "/fd")) ?? []
    return names.compactMap { name in
      guard let target = Files.target(of: folder + "/fd/" + name), target.hasSuffix("/ptmx"),
        let text = try? Files.read("\(folder)/fdinfo/\(name)")
      else { return nil }
      return index(in: text).map(device)
    }
  }

  /// Returns the number of the terminal in the text of such a file; `nil`: it is not the other end of a terminal.
  static func index(in text: String) -> Int32? {
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " })
      if words.count == 2, words[0] == "tty-index" { return Int32(words[1]) }
    }
    return nil
  }

  /// Returns the device number of `/dev/pts/INDEX`, as the kernel writes it there (`new_encode_dev`); the major is 136.
  static func device(_ index: Int32) -> Int32 {
    let major: Int32 = 136
    return (index & 0xff) | (major << 8) | ((index & ~0xff) << 12)
  }
}
