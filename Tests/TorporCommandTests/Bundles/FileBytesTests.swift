import Glibc
import Testing
import TorporPosix

@testable import torpor

@Suite("A file that is named as an argument")
struct FileBytesTests {
  /// The path of a pipe, of which the writer has written these bytes and is gone.
  private func withPipe(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    try body("/proc/self/fd/\(ends[0])")
  }

  @Test("may be a pipe, which is read to its end")
  func pipes() throws {
    try withPipe([1, 2, 3]) { path in
      let bytes = try FileBytes.readArgument(path)
      #expect(bytes == [1, 2, 3])
    }
  }

  @Test("is not waited for where only a file is expected")
  func onlyFiles() throws {
    try withPipe([1]) { path in
      let error = #expect(throws: SystemError.self) { try FileBytes.read(path) }
      #expect(error?.code == EINVAL)
    }
  }

  @Test("may not be a folder")
  func folders() {
    for read in [{ try FileBytes.readArgument("/") }, { try FileBytes.read("/") }]
      as [() throws -> [UInt8]]
    {
      let error = #expect(throws: SystemError.self) { _ = try read() }
      #expect(error?.code == EISDIR)
    }
  }

  @Test("has a size that is read at most")
  func size() throws {
    try withPipe([UInt8](repeating: 0, count: 11)) { path in
      let error = #expect(throws: SystemError.self) {
        try FileBytes.readArgument(path, bytesMax: 10)
      }
      #expect(error?.code == EFBIG)
    }
  }
}
