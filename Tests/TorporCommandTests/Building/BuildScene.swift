import Glibc
import Testing
import TorporModel
import TorporPosix

@testable import torpor

/// A folder that is removed at the end.
final class BuildScene {
  let folder: String

  init() throws {
    var template = Array("/tmp/torpor-build-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    let status = system("rm -rf '\(folder)'")
    _ = status
  }

  /// Writes a file, with the folders that it is in.
  func file(_ name: String, _ text: String = "") throws {
    var path = folder
    for part in name.pathComponents.dropLast() {
      path += "/" + part
      try Files.makeFolder(path, mode: 0o755)
    }
    try Files.replace(folder + "/" + name, with: text)
  }

  func text(_ name: String) -> String? { try? Files.read(folder + "/" + name) }
}

/// What a body fails with, as it is shown.
func sentence(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? CommandFailure)?.sentence ?? (error as? ManifestMistake)?.sentence
  }
}
