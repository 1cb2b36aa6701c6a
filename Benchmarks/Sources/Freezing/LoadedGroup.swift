import Glibc
import TorporLinux
import TorporModel
import TorporPosix

/// A control group with living processes in it; they end with it.
final class LoadedGroup {
  let launch: LaunchIdentifier
  let group: ControlGroup
  private let main: Int32

  /// Starts `group-load` in a fresh group and waits until all of it runs.
  ///
  /// - Throws: `SystemError` when it cannot be started.
  init(
    _ number: UInt64,
    in tree: GroupTree,
    program: PeerProgram,
    arguments: [String]
  ) throws {
    guard let app = AppIdentifier("bench.load") else { preconditionFailure("a valid identifier") }
    launch = LaunchIdentifier(rawValue: number)
    group = try tree.makeGroup(app, launch)
    let ends = try DescriptorPair.sockets().take()
    let ours = Descriptor(owning: ends.first)
    let theirs = Descriptor(owning: ends.second)
    let start = ProcessStart(
      executable: program.path,
      arguments: [program.path] + arguments,
      environment: [],
      workingDirectory: "/"
    )
    main = try start.start(
      standardDescriptors: (theirs.rawValue, theirs.rawValue, 2),
      inheritedDescriptor: nil,
      groupDirectory: group.directoryNumber
    ).processID
    var byte: UInt8 = 0
    let number = ours.rawValue
    guard Glibc.read(number, &byte, 1) == 1 else {
      throw PeerProgram.Failure(program: program.path, status: 1)
    }
  }

  deinit {
    group.kill()
    var status: Int32 = 0
    waitpid(main, &status, 0)
    // The kernel lets go of the last process a moment after its parent has reaped it.
    for _ in 0..<100 {
      if (try? group.remove()) != nil { return }
      usleep(1000)
    }
  }
}
