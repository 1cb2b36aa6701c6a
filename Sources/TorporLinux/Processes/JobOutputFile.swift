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
enum JobOutputFile {
  /// How much is kept, in bytes: 1 MiB, some 10,000 lines.
  ///
  /// Our choice, as for the logs of apps.
  static let bytesMax = 1 << 20

  /// Opens the file for a run and says there that it begins.
  ///
  /// A disk that is full takes the line and the output, and nothing else.
  ///
  /// - Throws: `SystemError` naming the path.
  static func open(
    _ run: JobRunNumber,
    in folder: String,
    userID: UInt32,
    groupID: UInt32
  ) throws(SystemError) -> Descriptor {
    try Files.makeFolder(folder, mode: 0o711)
    let file = try LogFile.open(
      run.job.description,
      in: folder,
      userID: userID,
      groupID: groupID,
      emptiesLong: false
    )
    trim(file.rawValue)
    var line = "--- run \(run.run) began \(moment()) ---\n"
    if !endsInNewline(file.rawValue) { line = "\n" + line }
    write(Array(line.utf8), to: file.rawValue)
    return file
  }

  /// Drops all but the last part of what a job has printed.
  static func trim(_ run: JobRunNumber, in folder: String, userID: UInt32) {
    guard let file = openOwn(run.job, in: folder, userID: userID, O_RDWR | O_APPEND) else { return }
    trim(file.rawValue)
  }

  /// A piece of the file; nothing where there is none.
  ///
  /// - Throws: `JobOutputFailure` when it is there and cannot be read.
  static func read(
    _ job: JobIdentifier,
    in folder: String,
    userID: UInt32,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece {
    guard let file = openOwn(job, in: folder, userID: userID, O_RDONLY) else {
      return JobOutputPiece()
    }
    let shape = Shape(of: file.rawValue)
    let wanted = offset < 0 ? shape.total + offset : offset
    let start = min(max(wanted, shape.dropped), shape.total)
    guard
      let bytes = bytes(
        of: file.rawValue,
        at: start - shape.dropped + shape.contentStart,
        count: min(lengthMax, Int(clamping: shape.total - start))
      )
    else {
      throw JobOutputFailure(
        path: "\(folder)/\(userID)/\(job).log",
        cause: SystemError(operation: "read", subject: "\(job).log", code: errno).description
      )
    }
    return JobOutputPiece(bytes: bytes, offset: start, total: shape.total)
  }

  static func remove(_ job: JobIdentifier, in folder: String, userID: UInt32) {
    // The name is inside a folder of the user; what lies there under it is theirs to lose.
    guard
      let own = try? Files.open("\(folder)/\(userID)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    else { return }
    unlinkat(own.rawValue, "\(job).log", 0)
  }

  // MARK: Details

  /// What a file holds: how much was dropped before its content, and where that begins.
  ///
  /// No number in it is more than `countMax`, whatever the file says and however long it is, so that
  /// sums of them fit.
  private struct Shape {
    var dropped: Int64 = 0
    var contentStart: Int64 = 0
    var size: Int64 = 0

    /// How much the job has printed in all.
    var total: Int64 { dropped + size - contentStart }

    init(of number: Int32) {
      var facts = stat()
      guard fstat(number, &facts) == 0 else { return }
      size = min(Int64(facts.st_size), Shape.countMax)
      guard let head = bytes(of: number, at: 0, count: Shape.markBytesMax),
        let end = head.firstIndex(of: UInt8(ascii: "\n"))
      else { return }
      let words = String(decoding: head[..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 9, words[0] == "---", words[2...].elementsEqual(Shape.markEnd),
        let dropped = Int64(words[1]), (0...Shape.countMax).contains(dropped)
      else { return }
      self.dropped = dropped
      contentStart = Int64(end + 1)
    }

    /// 2⁶⁰ bytes, 1 EiB: our choice, more than any command prints, and 16 of them fit 64 bits.
    static let countMax: Int64 = 1 << 60
    static let markBytesMax = 80
    static let markEnd: [Substring] = ["bytes", "of", "older", "output", "were", "dropped", "---"]

    static func mark(dropping dropped: Int64) -> [UInt8] {
      Array("--- \(dropped) \(markEnd.joined(separator: " "))\n".utf8)
    }
  }

  private static func trim(_ number: Int32) {
    let shape = Shape(of: number)
    guard shape.size - shape.contentStart > Int64(bytesMax) else { return }
    let start = shape.size - Int64(bytesMax)
    guard let tail = bytes(of: number, at: start, count: bytesMax) else { return }
    // A line is kept whole where there are lines.
    let cut = tail.prefix(lineBytesMax).firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let dropped = shape.dropped + start - shape.contentStart + Int64(cut)
    guard ftruncate(number, 0) == 0 else { return }
    write(Shape.mark(dropping: dropped) + tail[cut...], to: number)
  }

  /// How far the first whole line of what is kept is looked for; our choice.
  private static let lineBytesMax = 4096

  private static func openOwn(
    _ job: JobIdentifier,
    in folder: String,
    userID: UInt32,
    _ flags: Int32
  ) -> Descriptor? {
    guard
      let own = try? Files.open("\(folder)/\(userID)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    else { return nil }
    let number = openat(
      own.rawValue,
      "\(job).log",
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
