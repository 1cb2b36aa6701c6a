package import Glibc

/// Files and folders by path; each function is one system call, or the few that belong together.
package enum Files {
  // Shape: one method for each system call on files; it has no state.
  /// Opens a file or folder, closed on exec.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func open(
    _ path: String,
    _ flags: Int32,
    mode: mode_t = 0o600
  ) throws(SystemError) -> Descriptor {
    let number = try checking("open", path) { Glibc.open(path, flags | O_CLOEXEC, mode) }
    return Descriptor(owning: number)
  }

  /// Opens a file inside an open folder, closed on exec.
  ///
  /// - Throws: `SystemError` naming the file.
  package static func open(
    _ name: String,
    in folder: borrowing Descriptor,
    _ flags: Int32
  ) throws(SystemError) -> Descriptor {
    let directory = folder.rawValue
    let number = try checking("open", name) { openat(directory, name, flags | O_CLOEXEC) }
    return Descriptor(owning: number)
  }

  /// The whole of a small file; kernel files and settings, not user data.
  ///
  /// - Throws: `SystemError` naming the path; `EFBIG` beyond `bytesMax`.
  package static func read(
    _ path: String,
    bytesMax: Int = readBytesMax
  ) throws(SystemError) -> String {
    try readAll(of: open(path, O_RDONLY), path, bytesMax: bytesMax)
  }

  /// The whole of a small file inside an open folder.
  ///
  /// - Throws: `SystemError` naming the file; `EFBIG` beyond `readBytesMax`.
  package static func read(
    _ name: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) -> String {
    try readAll(of: open(name, in: folder, O_RDONLY), name, bytesMax: readBytesMax)
  }

  /// Reads an open file from its beginning, in one call; the way to look at a kernel file again.
  ///
  /// Returns how many bytes were put into the buffer.
  ///
  /// - Throws: `SystemError` naming the file.
  package static func reread(
    _ file: borrowing Descriptor,
    into buffer: UnsafeMutableRawBufferPointer,
    _ name: String
  ) throws(SystemError) -> Int {
    let number = file.rawValue
    return try checking("read", name) { pread(number, buffer.baseAddress, buffer.count, 0) }
  }

  /// What `read` takes at most, in bytes: 1 MiB.
  ///
  /// The longest kernel file read is `/proc/locks` at
  /// some 60 bytes a lock, hence 17,000 locks. Our choice.
  package static let readBytesMax = 1 << 20

  /// Writes to a file that is there, in one call; the way to write kernel files.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func write(_ text: String, to path: String) throws(SystemError) {
    try open(path, O_WRONLY).writeOnce(text, subject: path)
  }

  /// Writes to a file that is there, inside an open folder, in one call.
  ///
  /// - Throws: `SystemError` naming the file.
  package static func write(
    _ text: String,
    to name: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) {
    try open(name, in: folder, O_WRONLY).writeOnce(text, subject: name)
  }

  /// Puts a file in place of another: after a crash there is the old one or the new one.
  ///
  /// Until then the new one has an `@` behind its name, which no identifier contains: where files are named
  /// by identifiers it is nobody's.
  ///
  /// - Throws: `SystemError` naming the path; the old file is still there then.
  package static func replace(
    _ path: String,
    with text: String,
    mode: mode_t = 0o644
  ) throws(SystemError) {
    try replace(path, with: Array(text.utf8), mode: mode)
  }

  /// Puts a file of bytes in place of another, as one of text.
  ///
  /// - Throws: `SystemError` naming the path; the old file is still there then.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    mode: mode_t = 0o644
  ) throws(SystemError) {
    let temporary = path + "@new"
    do {
      let file = try open(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
      try writeAll(bytes, to: file, temporary)
      let number = file.rawValue
      _ = try checking("sync", temporary) { fdatasync(number) }
      _ = try checking("replace", path) { rename(temporary, path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Makes a folder; one that is there already is fine.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func makeFolder(_ path: String, mode: mode_t) throws(SystemError) {
    if mkdir(path, mode) == 0 {
      // The umask took away what others were to have.
      _ = try checking("set the mode of", path) { chmod(path, mode) }
      return
    }
    let error = SystemError.current("make the folder", path)
    guard error.code == EEXIST else { throw error }
    guard isFolder(path) else {
      throw SystemError(operation: error.operation, subject: path, code: ENOTDIR)
    }
  }

  /// Sets who may do what with a file or folder.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func setMode(_ mode: mode_t, of path: String) throws(SystemError) {
    _ = try checking("set the mode of", path) { chmod(path, mode) }
  }

  /// Removes an empty folder, or an empty control group.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func removeFolder(_ path: String) throws(SystemError) {
    _ = try checking("remove the folder", path) { rmdir(path) }
  }

  /// Removes a file; one that is not there is fine.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw .current("remove", path)
  }

  /// Names in a folder, sorted, without `.` and `..`; empty where it cannot be read.
  package static func names(in path: String) -> [String] {
    list(path) { _ in true }
  }

  /// Names in a folder, sorted, where it matters that none is missing.
  ///
  /// - Throws: `SystemError` naming the path when it cannot be opened.
  package static func allNames(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .current("list", path) }
    defer { closedir(folder) }
    return names(of: folder) { _ in true }
  }

  /// Names of the folders in a folder, sorted; links do not count.
  package static func folderNames(in path: String) -> [String] {
    // Some file systems do not say of what kind an entry is.
    var isUnknown = false
    let folders = list(path) { kind in
      isUnknown = isUnknown || kind == UInt8(DT_UNKNOWN)
      return kind == UInt8(DT_DIR)
    }
    guard isUnknown else { return folders }
    return names(in: path).filter { isFolderItself(path + "/" + $0) }
  }

  /// Whether there is a folder at the path; a link to one is none.
  private static func isFolderItself(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  private static func list(_ path: String, where isWanted: (UInt8) -> Bool) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    return names(of: folder, where: isWanted)
  }

  private static func names(
    of folder: OpaquePointer,
    where isWanted: (UInt8) -> Bool
  ) -> [String] {
    var names: [String] = []
    while let entry = readdir(folder) {
      guard isWanted(entry.pointee.d_type) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether there is anything at the path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether there is anything at the path, a link that leads nowhere included.
  package static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// The path without links; `nil` where it leads nowhere, or cannot be followed.
  package static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Whether this process may write there.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Whether this process may read there.
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// How many bytes of the disk below the path this process may still fill.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func freeBytes(at path: String) throws(SystemError) -> Int64 {
    var facts = statvfs()
    _ = try checking("measure the disk of", path) { statvfs(path, &facts) }
    let (bytes, overflowed) = UInt64(facts.f_bavail)
      .multipliedReportingOverflow(by: UInt64(facts.f_frsize))
    return overflowed ? .max : Int64(clamping: bytes)
  }

  /// Whether there is a socket at the path, links followed.
  package static func isSocket(_ path: String) -> Bool {
    guard let facts = try? facts(of: path) else { return false }
    return facts.st_mode & S_IFMT == S_IFSOCK
  }

  /// Whether there is a folder at the path, links followed.
  package static func isFolder(_ path: String) -> Bool {
    guard let facts = try? facts(of: path) else { return false }
    return facts.st_mode & S_IFMT == S_IFDIR
  }

  /// What stat(2) says, links followed.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func facts(of path: String) throws(SystemError) -> stat {
    var facts = stat()
    _ = try checking("look at", path) { stat(path, &facts) }
    return facts
  }

  /// What fstat(2) says of an open file.
  ///
  /// - Throws: `SystemError` naming the file.
  package static func facts(
    of file: borrowing Descriptor,
    _ name: String
  ) throws(SystemError) -> stat {
    var facts = stat()
    let number = file.rawValue
    _ = try checking("look at", name) { fstat(number, &facts) }
    return facts
  }

  /// What lstat(2) says of a plain file; a link counts as none.
  ///
  /// - Throws: `SystemError` naming the path, also where something else is there.
  package static func factsOfFile(_ path: String) throws(SystemError) -> stat {
    var facts = stat()
    _ = try checking("look at", path) { lstat(path, &facts) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(operation: "look at", subject: path, code: EINVAL)
    }
    return facts
  }

  /// Where a symbolic link points; `nil` where it cannot be read.
  package static func target(of path: String) -> String? {
    // PATH_MAX of Linux; the kernel gives no longer target.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
      }
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  private static func readAll(
    of file: consuming Descriptor,
    _ subject: String,
    bytesMax: Int
  ) throws(SystemError) -> String {
    let number = file.rawValue
    var bytes: [UInt8] = []
    var failure: SystemError?
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      do throws(SystemError) {
        while true {
          let count = try checking("read", subject) {
            Glibc.read(number, buffer.baseAddress, buffer.count)
          }
          if count == 0 { return }
          bytes.append(contentsOf: buffer[..<count])
          if bytes.count > bytesMax {
            throw SystemError(operation: "read", subject: subject, code: EFBIG)
          }
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    _ = consume file
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func writeAll(
    _ bytes: [UInt8],
    to file: borrowing Descriptor,
    _ subject: String
  ) throws(SystemError) {
    let number = file.rawValue
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try checking("write to", subject) {
        rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }
}
