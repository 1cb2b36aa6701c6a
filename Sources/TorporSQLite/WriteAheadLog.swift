internal import Glibc
package import TorporPosix

/// What became of a write-ahead log while it was not open.
///
/// SQLite reads a log up to the first page whose checksum is wrong and takes that for its end, which is
/// right where the end was cut off, and hides what is lost where it was not: pages that were written
/// later still lie behind. (<https://www.sqlite.org/fileformat2.html#walformat>)
package struct LogDamage: Hashable, Sendable {
  /// The first page that is not as it was written, counted from 1; 0 for the head of the log.
  package let page: Int
  /// How many pages were written after it.
  package let laterPages: Int

  /// One clause: "page 3 of its log is not as it was written, and 5 later ones are not read".
  package var description: String {
    let what = page == 0 ? "the head of its log" : "page \(page) of its log"
    let later = laterPages == 1 ? "1 later one is" : "\(laterPages) later ones are"
    return "\(what) is not as it was written, and \(later) not read"
  }
}

/// The write-ahead log of a database that is not open.
package struct WriteAheadLog: Hashable, Sendable {
  /// What is lost of it; `nil` where nothing is.
  package let damage: LogDamage?
  /// The numbers that its commits give the database's head, in their order, without repetitions; empty where none of
  /// them writes the head.
  package let epochs: [LogEpoch]

  /// Reads the whole log; `nil` where there is none, or it was begun and never written.
  ///
  /// - Throws: `SystemError` where it cannot be read.
  package init?(beside databasePath: String) throws(SystemError) {
    let path = databasePath + "-wal"
    guard Files.exists(path) else { return nil }
    let file = try Files.open(path, O_RDONLY)
    guard let head = try Files.bytes(of: file.rawValue, count: 32, path) else { return nil }
    // Of a log that was begun and never written the head is empty.
    guard head.contains(where: { $0 != 0 }) else { return nil }
    var frames = LogFrames(head: head)
    while let frame = try Files.bytes(of: file.rawValue, count: frames.frameBytes, path) {
      frames.add(frame)
    }
    (damage, epochs) = (frames.damage, frames.epochs)
  }

  /// Gives the log another name where the database that it lies beside is not the one that it continues: SQLite would
  /// make one of the two that was never there.
  ///
  /// Returns the new name; `nil`: it stays.
  ///
  /// - Throws: `SQLiteError` where what lies there is not a database, which SQLite would not see, since it takes the log's
  ///   first page for its head; where it cannot be read; and where the log cannot be moved. Nothing was changed then.
  package func putAsideIfForeign(beside path: String) throws(SQLiteError) -> String? {
    guard try !isOfDatabase(at: path) else { return nil }
    // What was read while another process writes may not belong together; SQLite finds that one's lock.
    if Files.isLockedByAnother(path) { return nil }
    // That process may have ended since.
    guard (try? WriteAheadLog(beside: path)) == self, try !isOfDatabase(at: path) else {
      return nil
    }
    do throws(SystemError) {
      return try Files.moveAside(path + "-wal")
    } catch {
      throw .foreignLog(beside: path, error)
    }
  }

  /// Whether the log continues the database there; a missing or an empty one has no log, and SQLite would delete it.
  ///
  /// - Throws: `SQLiteError` where it is neither empty nor a database, or cannot be read.
  private func isOfDatabase(at path: String) throws(SQLiteError) -> Bool {
    guard !epochs.isEmpty else { return true }
    let head: [UInt8]?
    do throws(SystemError) {
      guard try Files.facts(of: path).st_size > 0 else { return false }
      let file = try Files.open(path, O_RDONLY)
      head = try Files.bytes(of: file.rawValue, count: LogEpoch.headBytes, path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return false }
      throw .unreadable(path, error)
    }
    guard let epoch = head.flatMap({ LogEpoch(ofHead: $0) }) else { throw .notADatabase(path) }
    return epoch.isContinued(by: epochs)
  }
}

/// Goes through the frames of a log, each of which is a page behind a head of 24 bytes.
private struct LogFrames {
  let frameBytes: Int
  private let isBigEndian: Bool
  private var sum = Checksum()
  private var salt: [UInt8]?
  private var damagedPage: Int?
  private var number = 0
  private var laterPages = 0
  /// Whether one of the later pages ends a commit; those of a transaction that never ended are no loss.
  private var isCommitLost = false
  /// Those of pages that no commit has followed yet.
  private var uncommitted: [LogEpoch] = []
  private(set) var epochs: [LogEpoch] = []

  init(head: [UInt8]) {
    let pageSize = Int(head.word(8))
    let isPlausible = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536].contains(pageSize)
    isBigEndian = head[3] & 1 == 1
    sum.add(head[..<24], isBigEndian)
    let isHeadWhole = isPlausible && sum == Checksum(head, at: 24)
    // A head that is wrong says neither of what size pages are nor which belong to it; ours have 4096.
    frameBytes = 24 + (isHeadWhole ? pageSize : 4096)
    salt = isHeadWhole ? Array(head[16..<24]) : nil
    damagedPage = isHeadWhole ? nil : 0
  }

  var damage: LogDamage? {
    guard let damagedPage, isCommitLost else { return nil }
    return LogDamage(page: damagedPage, laterPages: laterPages)
  }

  mutating func add(_ frame: [UInt8]) {
    number += 1
    if salt == nil { salt = Array(frame[8..<16]) }
    // What an earlier round has left behind ends the log.
    let isOfThisRound = Array(frame[8..<16]) == salt
    if damagedPage != nil {
      if isOfThisRound {
        laterPages += 1
        isCommitLost = isCommitLost || frame.word(4) != 0
      }
      return
    }
    sum.add(frame[..<8], isBigEndian)
    sum.add(frame[24...], isBigEndian)
    guard isOfThisRound, sum == Checksum(frame, at: 16) else {
      damagedPage = number
      return
    }
    noteEpoch(of: frame)
  }

  private mutating func noteEpoch(of frame: [UInt8]) {
    if frame.word(0) == 1, let epoch = LogEpoch(ofHead: frame[24...]) { uncommitted.append(epoch) }
    // The last page of a commit says how many pages the database has then.
    guard frame.word(4) != 0 else { return }
    for epoch in uncommitted where epochs.last != epoch { epochs.append(epoch) }
    uncommitted = []
  }
}

extension Files {
  /// The next bytes; `nil` where fewer are left.
  fileprivate static func bytes(
    of file: Int32,
    count: Int,
    _ path: String
  ) throws(SystemError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = buffer.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress?.advanced(by: filled), count - filled)
      }
      if got == 0 { return nil }
      if got < 0 {
        if errno == EINTR { continue }
        throw SystemError(operation: "read", subject: path, code: errno)
      }
      filled += got
    }
    return buffer
  }
}

/// The running checksum of a log: two sums, each of which takes in the other.
private struct Checksum: Equatable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  init() {}

  init(_ bytes: [UInt8], at place: Int) {
    first = bytes.word(place)
    second = bytes.word(place + 4)
  }

  mutating func add(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) {
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count - 7, by: 8) {
        let left = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let right = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ second
        second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ first
      }
    }
  }
}

extension [UInt8] {
  /// The four bytes there as a number, the highest first.
  fileprivate func word(_ place: Int) -> UInt32 {
    self[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
