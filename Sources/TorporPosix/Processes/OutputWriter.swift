internal import CTorporPosix
internal import Glibc

/// A process that brings what programs print to a file, and keeps the file short while they print.
///
/// It outlives the process that started it, reads a pipe whose other end the programs have, and ends when none of
/// them has it any more. A program that prints faster than the disk takes it waits, as in any pipe.
package struct OutputWriter {
  /// When there is more than `bytesMax`, all but the last `bytesKept` is dropped.
  package var bytesKept: Int64
  package var bytesMax: Int64
  /// Whose rights it has; `nil`: those of this process.
  package var user: ProcessStart.User?
  /// The open folder of its control group; `nil`: this process's own group.
  ///
  /// A service manager ends whatever is in the daemon's, and programs would die of their next print.
  package var groupDirectory: Int32?
  /// The path of a Unix socket whose server, if it is the user's own, gets a copy, standard output and
  /// error told apart.
  package var copyPath: String?
  /// What it writes first, after what another writer has left: a line, which no copy gets.
  package var heading: String?
  /// What it turns into, so that it is small; `nil`: it stays a copy of this process.
  package var program: AttendantProgram?

  package init(bytesKept: Int64, bytesMax: Int64) {
    self.bytesKept = bytesKept
    self.bytesMax = bytesMax
  }

  /// Where programs print to.
  package struct Inlet: ~Copyable {
    package let output: Descriptor
    /// `nil`: as `output`.
    private let error: Descriptor?

    package init(_ output: consuming Descriptor, error: consuming Descriptor? = nil) {
      self.output = output
      self.error = error
    }

    package var errorNumber: Int32 {
      switch error {
      case .some(let descriptor): descriptor.rawValue
      case .none: output.rawValue
      }
    }
  }

  /// Starts it; returns the ends of the pipes for the programs.
  ///
  /// Where no copy is sent, standard error has the same pipe, so that the order of both is kept.
  ///
  /// - Throws: `SystemError` at the limit of processes or descriptors.
  package func start(writingTo file: borrowing Descriptor) throws(SystemError) -> Inlet {
    let ends = try DescriptorPair.pipe().take()
    let read = Descriptor(owning: ends.first)
    let write = Descriptor(owning: ends.second)
    guard let copyPath else {
      try start(writingTo: file, reading: read, nil, copyPath: nil)
      return Inlet(write)
    }
    let others = try DescriptorPair.pipe().take()
    let readErrors = Descriptor(owning: others.first)
    let writeErrors = Descriptor(owning: others.second)
    let path = strdup(copyPath)
    defer { free(path) }
    try start(writingTo: file, reading: read, readErrors.rawValue, copyPath: path)
    return Inlet(write, error: writeErrors)
  }

  private func start(
    writingTo file: borrowing Descriptor,
    reading read: borrowing Descriptor,
    _ errorPipe: Int32?,
    copyPath: UnsafePointer<CChar>?
  ) throws(SystemError) {
    var order = torpor_output_order()
    order.bytes_kept = bytesKept
    order.bytes_max = bytesMax
    order.group_directory = groupDirectory ?? -1
    order.pipe = read.rawValue
    order.file = file.rawValue
    if let user {
      order.changes_user = true
      order.user = user.userID
      order.group = user.groupID
    }
    let heading = heading.map { strdup($0) } ?? nil
    defer { free(heading) }
    order.heading = UnsafePointer(heading)
    order.error_pipe = errorPipe ?? -1
    order.copy_path = copyPath
    order.path = program?.path
    order.option = program?.option
    _ = try checkingNegated("start", "the writer of an output", torpor_start_output_writer(&order))
  }

  /// What the file of an output holds: how much was dropped before its content, and where that begins.
  ///
  /// No number in it is more than `countMax`, whatever the file says and however long it is, so that
  /// sums of them fit.
  package struct Shape: Hashable {
    package let dropped: Int64
    package let contentStart: Int64
    package let size: Int64
    /// Whether there is a hole before the content.
    package let hasHole: Bool

    /// 2⁶⁰ bytes, 1 EiB: our choice, more than any command prints, and 16 of them fit 64 bits.
    package static let countMax: Int64 = 1 << 60

    /// Reads it of an open file, which may say anything; one that cannot be looked at is empty.
    package init(of number: Int32) {
      var shape = torpor_output_shape()
      _ = torpor_read_output_shape(number, &shape)
      dropped = shape.dropped
      contentStart = shape.content_start
      size = shape.size
      hasHole = shape.has_hole
    }
  }

  /// What stands in front of each piece of a copy: the stream (1 or 2) and how many bytes follow.
  package struct PieceHead: Hashable {
    package let stream: UInt32
    package let length: Int
    package static let bytes = MemoryLayout<torpor_output_piece>.size

    /// Reads a head; `nil` where there are too few bytes.
    package init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= PieceHead.bytes else { return nil }
      let piece = bytes.withUnsafeBytes { $0.loadUnaligned(as: torpor_output_piece.self) }
      stream = piece.stream
      length = Int(piece.length)
    }
  }
}

/// A program that is run by an option as something that stands beside other processes.
package struct AttendantProgram: Hashable {
  /// As C strings, which live as long as the process: they are read in its forks.
  let path: UnsafePointer<CChar>
  let option: UnsafePointer<CChar>

  /// Keeps copies for good; make one, and use it for each start.
  package init(path: String, option: String) {
    self.path = UnsafePointer(strdup(path))
    self.option = UnsafePointer(strdup(option))
  }
}
