internal import CTorporPosix

extension Files {
  /// Gives back the room that a part of a file takes; it reads as zeros, and the file is as long.
  ///
  /// - Throws: `SystemError`; `EOPNOTSUPP` where the file system has no holes.
  package static func makeHole(
    in file: borrowing Descriptor,
    at offset: Int64,
    length: Int64
  ) throws(SystemError) {
    let result = torpor_make_hole(file.rawValue, offset, length)
    guard result < 0 else { return }
    throw SystemError(operation: "make", subject: "a hole", code: -result)
  }
}
