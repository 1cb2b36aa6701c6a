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
/// A file that grows long during a run cannot be written anew: what the command prints meanwhile would
/// be lost. It gets a hole instead, which takes no room on the disk, from its first line to what is
/// kept: `--- 4096 bytes of older output were dropped; the rest begins at byte 8192 ---`.
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

  /// How long a file gets during a run before its older part gives its room back, in bytes: 4 MiB.
  ///
  /// Our choice: seldom, and little next to any disk.
  static let runBytesMax = 4 << 20

  /// Gives back the room that all but the last part takes while the job runs and may print more.
  ///
  /// The kernel puts whatever a command prints at the end, and nothing here moves the end.
  static func makeHole(_ job: JobIdentifier, in folder: String, userID: UInt32) {
    // Without O_APPEND, which would have the first line written at the end.
    guard let file = openOwn(job, in: folder, userID: userID, O_RDWR) else { return }
    let shape = Shape(of: file.rawValue)
    guard shape.size - shape.contentStart > Int64(runBytesMax) else { return }
    var start = shape.size - Int64(bytesMax)
    guard let head = bytes(of: file.rawValue, at: start, count: lineBytesMax) else { return }
    start += Int64(head.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    let dropped = min(shape.dropped + start - shape.contentStart, Shape.countMax)
    let mark = Shape.mark(dropping: dropped, restAt: start)
    // Its own block is there already, so that a full disk has room for it.
    guard pwrite(file.rawValue, mark, mark.count, 0) == mark.count else { return }
    // Where a file system has no holes, all but the room is as it should be.
    try? Files.makeHole(
      in: file,
      at: Int64(mark.count),
      length: start - Int64(mark.count)
    )
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
    /// Whether there is a hole before the content.
    var hasHole = false

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
      guard words.count >= 9, words[0] == "---", words.last == "---",
        let dropped = Int64(words[1]), (0...Shape.countMax).contains(dropped)
      else { return }
      let text = words[2...].dropLast()
      if text.elementsEqual(Shape.words) {
        (self.dropped, contentStart) = (dropped, Int64(end + 1))
      } else if text.dropLast().elementsEqual(Shape.wordsWithHole), let rest = text.last,
        let start = Int64(rest), start > end, start <= size
      {
        (self.dropped, contentStart, hasHole) = (dropped, start, true)
      }
    }

    /// 2⁶⁰ bytes, 1 EiB: our choice, more than any command prints, and 16 of them fit 64 bits.
    static let countMax: Int64 = 1 << 60
    /// What the longest mark, with two numbers of 19 digits, fits into.
    static let markBytesMax = 128
    static let words = "bytes of older output were dropped".split(separator: " ")
    static let wordsWithHole =
      "bytes of older output were dropped; the rest begins at byte".split(separator: " ")

    static func mark(dropping dropped: Int64) -> [UInt8] {
      Array("--- \(dropped) \(words.joined(separator: " ")) ---\n".utf8)
    }

    static func mark(dropping dropped: Int64, restAt start: Int64) -> [UInt8] {
      Array("--- \(dropped) \(wordsWithHole.joined(separator: " ")) \(start) ---\n".utf8)
    }
  }

  private static func trim(_ number: Int32) {
    let shape = Shape(of: number)
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
      Shape.countMax
    )
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
