import TorporModel
import TorporPosix

/// Swift's tools on this machine.
struct SwiftTools: Hashable {
  /// `swift`, which builds packages.
  let builder: String
  /// `swiftc`, which compiles sources.
  let compiler: String

  /// Finds them in PATH, as a shell does.
  ///
  /// - Throws: `CommandFailure.failed` naming what is missing.
  init(_ environment: CurrentEnvironment) throws(CommandFailure) {
    builder = try SwiftTools.find("swift", environment)
    compiler = try SwiftTools.find("swiftc", environment)
  }

  /// What the compiler says of its version: a proxy for several stays the same file when it means another one.
  ///
  /// - Throws: `CommandFailure.failed` where it cannot be started.
  func compilerVersion() throws(CommandFailure) -> String {
    var lines: [String] = []
    let run = CompilerRun(program: compiler, arguments: ["--version"])
    _ = try run.run { lines.append($0) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func find(
    _ name: String,
    _ environment: CurrentEnvironment
  ) throws(CommandFailure) -> String {
    let found = CommandSearch.find(
      name,
      path: environment["PATH"],
      workingDirectory: environment.workingDirectory,
      isExecutable: CommandSearch.isExecutable
    )
    guard let found else {
      throw .failed(
        "'\(name)' was not found in PATH. Install Swift 6.3 (swift.org/install), or add its folder usr/bin to PATH."
      )
    }
    return found
  }
}
