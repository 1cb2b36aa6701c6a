internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// The file that the runs of one job print to: `FOLDER/USER/NUMBER.log`.
///
/// It belongs to the job's owner, who may write anything into it, and outlives the daemon. When a run
/// begins or ends, all but its last part is dropped, and its first line says how much, so that places
/// in it keep their numbers: `--- 4096 bytes of older output were dropped ---`. A first line that says
/// what cannot be is output like any other.
///
/// While a run is under way a process of its own writes the file (`OutputWriter`), has it locked
/// (flock(2)), and drops what is too much. Such a file is not rewritten, because of its readers: it
/// gets a hole instead, which takes no room on the disk, from its first line to what is
/// kept: `--- 4096 bytes of older output were dropped; the rest begins at byte 8192 ---`.
enum JobOutputFile {
  /// How much is kept, in bytes: 1 MiB, some 10,000 lines.
  ///
  /// Our choice, as for the logs of apps.
  static let bytesMax = 1 << 20

  /// Opens the file for a run and says there that it begins.
  ///
  /// Where the writer of the run before still has something to write, the line is its next writer's to
  /// put there: `heldHeading`. A disk that is full takes the line and the output, and nothing else.
  ///
  /// - Throws: `SystemError` naming the path.
  static func open(
    _ run: JobRunNumber,
    in folder: String,
    userID: UInt32,
    groupID: UInt32,
    heldHeading: inout String?
  ) throws(SystemError) -> Descriptor {
    try Files.makeFolder(folder, mode: 0o711)
    let file = try LogFile.open(
      run.job.description,
      in: folder,
      userID: userID,
      groupID: groupID,
      emptiesLong: false
    )
    let what = run.isFailureCommand ? "the --on-failure command" : "run \(run.run)"
    var line = "--- \(what) began \(moment()) ---\n"
    guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
      heldHeading = line
      return file
    }
    trim(file.rawValue)
    if !endsInNewline(file.rawValue) { line = "\n" + line }
    write(Array(line.utf8), to: file.rawValue)
    return file
  }

  /// Drops all but the last part of what a job has printed.
  ///
  /// Nothing while its writer is at work, which does so by itself.
  static func trim(_ run: JobRunNumber, in folder: String, userID: UInt32) {
    trim(run.job.description, in: folder, userID: userID)
  }

  static func trim(_ name: String, in folder: String, userID: UInt32) {
    guard let file = openOwn(name, in: folder, userID: userID, O_RDWR | O_APPEND),
      flock(file.rawValue, LOCK_EX | LOCK_NB) == 0
    else { return }
    trim(file.rawValue)
  }

  /// Starts what writes the file from now on; returns where programs print to.
  ///
  /// - Throws: `SystemError` at the limit of processes or descriptors, or where the file is gone.
  static func startWriter(
    of name: String,
    in folder: String,
    as user: ProcessStart.User,
    groupDirectory: Int32? = nil,
    copyPath: String? = nil,
    heading: String? = nil,
    program: AttendantProgram?
  ) throws(SystemError) -> OutputWriter.Inlet {
    guard let file = openOwn(name, in: folder, userID: user.userID, O_RDWR) else {
      throw SystemError(
        operation: "open",
        subject: "\(folder)/\(user.userID)/\(name).log",
        code: ENOENT
      )
    }
    // The lock is the open file's, so it is the writer's until that ends. Where another writer still has
    // it, as of what a command has left behind, the new one waits for it before it reads or writes.
    _ = flock(file.rawValue, LOCK_EX | LOCK_NB)
    var writer = OutputWriter(bytesKept: Int64(bytesMax), bytesMax: Int64(runBytesMax))
    writer.groupDirectory = groupDirectory
    if user.userID != CurrentProcess.userID { writer.user = user }
    writer.program = program
    writer.copyPath = copyPath
    writer.heading = heading
    return try writer.start(writingTo: file)
  }

  /// Removes what plain commands have printed that ended long ago, or all but the newest.
  ///
  /// What is being written stays.
  static func removeOld(in folder: String, userID: UInt32, now: Int64 = Int64(time(nil))) {
    let path = "\(folder)/\(userID)"
    var found: [(name: String, changed: Int64)] = []
    for file in Files.names(in: path) where file.hasSuffix(".log") {
      let name = String(file.dropLast(".log".count))
      guard let own = openOwn(name, in: folder, userID: userID, O_RDONLY) else { continue }
      var facts = stat()
      guard fstat(own.rawValue, &facts) == 0, flock(own.rawValue, LOCK_SH | LOCK_NB) == 0 else {
        continue
      }
      found.append((name, Int64(facts.st_mtim.tv_sec)))
    }
    found.sort { $0.changed > $1.changed }
    for (index, file) in found.enumerated()
    where index >= commandsKept || file.changed < now - commandSecondsKept {
      remove(file.name, in: folder, userID: userID)
    }
  }

  /// For how long what a plain command has printed is kept after its end, in seconds.
  ///
  /// A day, our choice: as long as a person looks for it.
  static let commandSecondsKept: Int64 = 24 * 60 * 60

  /// Of how many plain commands of one user what they have printed is kept.
  ///
  /// 64, our choice: with `bytesMax` that is 64 MiB.
  static let commandsKept = 64

  /// How long what is kept gets during a run before its older part gives its room back, in bytes: 4 MiB.
  ///
  /// Our choice: seldom, and little next to any disk.
  static let runBytesMax = 4 << 20

  /// A piece of the file; nothing where there is none.
  ///
  /// - Throws: `JobOutputFailure` when it is there and cannot be read.
  static func read(
    _ name: String,
    in folder: String,
    userID: UInt32,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece {
    guard let file = openOwn(name, in: folder, userID: userID, O_RDONLY) else {
      return JobOutputPiece()
    }
    // Asked for first: what is written between the two is read.
    let isBeingWritten = flock(file.rawValue, LOCK_SH | LOCK_NB) != 0
    let shape = OutputWriter.Shape(of: file.rawValue)
    // How much was printed in all.
    let total = shape.dropped + shape.size - shape.contentStart
    let wanted = offset < 0 ? total + offset : offset
    let start = min(max(wanted, shape.dropped), total)
    guard
      let bytes = bytes(
        of: file.rawValue,
        at: start - shape.dropped + shape.contentStart,
        count: min(lengthMax, Int(clamping: total - start))
      )
    else {
      throw JobOutputFailure(
        path: "\(folder)/\(userID)/\(name).log",
        cause: SystemError(operation: "read", subject: "\(name).log", code: errno).description
      )
    }
    return JobOutputPiece(
      bytes: bytes,
      offset: start,
      total: total,
      isBeingWritten: isBeingWritten
    )
  }

  static func remove(_ name: String, in folder: String, userID: UInt32) {
    // The name is inside a folder of the user; what lies there under it is theirs to lose.
    guard
      let own = try? Files.open("\(folder)/\(userID)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    else { return }
    unlinkat(own.rawValue, "\(name).log", 0)
  }

  // MARK: Details

  private static func trim(_ number: Int32) {
    let shape = OutputWriter.Shape(of: number)
    let length = shape.size - shape.contentStart
    guard length > Int64(bytesMax) || shape.hasHole else { return }
    let kept = Int(min(length, Int64(bytesMax)))
    let start = shape.size - Int64(kept)
    guard let tail = bytes(of: number, at: start, count: kept) else { return }
    // A line is kept whole where there are lines.
    let isCut = start > shape.contentStart
    let newline = isCut ? tail.prefix(lineBytesMax).firstIndex(of: UInt8(ascii: "\n")) : nil
    let cut = newline.map { $0 + 1 } ?? 0
    let dropped = min(
      shape.dropped + start - shape.contentStart + Int64(cut),
      OutputWriter.Shape.countMax
    )
    guard ftruncate(number, 0) == 0 else { return }
    let mark = "--- \(dropped) bytes of older output were dropped ---\n"
    write(Array(mark.utf8) + tail[cut...], to: number)
  }

  /// How far the first whole line of what is kept is looked for; our choice.
  private static let lineBytesMax = 4096

  private static func openOwn(
    _ name: String,
    in folder: String,
    userID: UInt32,
    _ flags: Int32
  ) -> Descriptor? {
    guard
      let own = try? Files.open("\(folder)/\(userID)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    else { return nil }
    let number = openat(
      own.rawValue,
      "\(name).log",
      flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    )
    guard number >= 0 else { return nil }
    let file = Descriptor(owning: number)
    var facts = stat()
    guard fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == userID
    else { return nil }
    return file
  }

  private static func bytes(of number: Int32, at offset: Int64, count: Int) -> [UInt8]? {
    guard count > 0 else { return [] }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(
          number,
          buffer.baseAddress?.advanced(by: filled),
          count - filled,
          off_t(offset) + off_t(filled)
        )
        if read < 0, errno == EINTR { continue }
        failed = read < 0
        guard read > 0 else { break }
        filled += read
      }
    }
    return failed ? nil : bytes
  }

  private static func write(_ bytes: [UInt8], to number: Int32) {
    var written = 0
    bytes.withUnsafeBytes { buffer in
      while written < buffer.count {
        let count = Glibc.write(
          number,
          buffer.baseAddress?.advanced(by: written),
          buffer.count - written
        )
        if count < 0, errno == EINTR { continue }
        // A full disk, or the user's limit: what does not fit is lost.
        guard count > 0 else { return }
        written += count
      }
    }
  }

  private static func endsInNewline(_ number: Int32) -> Bool {
    var facts = stat()
    guard fstat(number, &facts) == 0, facts.st_size > 0 else { return true }
    return bytes(of: number, at: Int64(facts.st_size) - 1, count: 1) == [UInt8(ascii: "\n")]
  }

  /// Now, by the wall clock: `2026-11-21T20:00:00Z`.
  private static func moment() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
  }
}
