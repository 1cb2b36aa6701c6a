import Glibc
import Testing
import TorporPosix

@testable import Torpor

@Suite("An app's own picture for the switcher")
struct SwitcherSnapshotTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private func withContainer(_ body: (String) throws -> Void) throws {
    let container = try makeTemporaryFolder()
    defer {
      unlink(container + "/Library/Caches/Snapshot.png")
      for folder in ["/Library/Caches", "/Library", ""] { rmdir(container + folder) }
    }
    try body(container)
  }

  @Test("is a file of its container, of its user alone, until it is removed")
  func file() throws {
    try withContainer { container in
      let path = container + "/Library/Caches/Snapshot.png"
      try SwitcherSnapshot.save(Self.png, inContainer: container)
      try SwitcherSnapshot.save(Self.png + [1], inContainer: container)
      let facts = try Files.facts(of: path)
      #expect((facts.st_size, facts.st_mode & 0o777) == (9, 0o600))
      try SwitcherSnapshot.remove(inContainer: container)
      try SwitcherSnapshot.remove(inContainer: container)
      #expect(!Files.exists(path))
    }
  }

  @Test("is a PNG of at most 1 MiB")
  func refused() throws {
    try withContainer { container in
      let path = container + "/Library/Caches/Snapshot.png"
      let large = Self.png + [UInt8](repeating: 0, count: SwitcherSnapshot.bytesMax)
      for (bytes, cause) in [
        (Array("GIF89a".utf8), "it is not a PNG"),
        (large, "1048584 bytes are more than the 1048576 that are shown"),
      ] {
        #expect(throws: TorporError(.stateNotSaved, subject: path, cause: cause)) {
          try SwitcherSnapshot.save(bytes, inContainer: container)
        }
      }
      #expect(!Files.exists(path))
    }
  }
}
