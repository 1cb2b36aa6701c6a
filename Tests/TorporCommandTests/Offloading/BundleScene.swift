import Glibc
import Testing
import TorporPosix

@testable import torpor

/// A folder with a bundle of every kind of file that an archive gives back.
final class BundleScene {
  let folder: String
  var bundle: String { folder + "/Mail.app" }
  var archive: String { folder + "/Mail.app.offloaded.tar.zst" }

  init() throws {
    var template = Array("/tmp/torpor-offload-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try Files.makeFolder(bundle, mode: 0o755)
    try Files.makeFolder(bundle + "/lib", mode: 0o700)
    try file("Info.plist", "<plist/>")
    try file("run", "#!/bin/sh\n" + String(repeating: "echo the same line\n", count: 20_000))
    try Files.setMode(0o755, of: bundle + "/run")
    try file("lib/-odd name\n", "1")
    #expect(symlink("../run", bundle + "/lib/link") == 0)
    #expect(link(bundle + "/run", bundle + "/lib/other-name") == 0)
    truncate("sparse", 1 << 20)
  }

  deinit { Self.run("/bin/rm", "-rf", folder) }

  func file(_ name: String, _ text: String) throws {
    try Files.replace(bundle + "/" + name, with: text)
  }

  func truncate(_ name: String, _ size: Int) {
    let number = open(bundle + "/" + name, O_CREAT | O_WRONLY, 0o644)
    ftruncate(number, size)
    close(number)
  }

  /// What is in a bundle, without what a copy changes.
  func facts(in bundle: String? = nil) -> [String] {
    Self.output(
      "/bin/sh",
      "-c",
      "cd '\(bundle ?? self.bundle)' && find . -printf '%p %y %m %U %G %s %T@ %l %n\\n' | sort && find . -type f | sort | xargs -d '\\n' sha256sum"
    )
    .split(separator: "\n").map(String.init)
  }

  var names: [String] { Files.names(in: folder) }

  /// Runs a program, and returns its status.
  @discardableResult
  static func run(_ words: String...) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    var processID: pid_t = 0
    guard posix_spawn(&processID, words[0], nil, nil, &arguments, environ) == 0 else { return -1 }
    var status: Int32 = 0
    waitpid(processID, &status, 0)
    for word in arguments { free(word) }
    return status
  }

  /// What a program prints.
  static func output(_ words: String...) -> String {
    let file = "/tmp/torpor-offload-output-\(FolderTree.uniqueName())"
    let quoted = words.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
    }
    run("/bin/sh", "-c", quoted.joined(separator: " ") + " > \(file) 2>&1")
    defer { unlink(file) }
    return (try? Files.read(file)) ?? ""
  }
}
