import Glibc
import TorporLinux
import TorporModel
import TorporPosix

/// `frame-probe` in a control group of its own; it ends with this.
final class FrameProgram {
  let group: ControlGroup
  private let main: Int32
  private let ends: Descriptor

  /// Starts it and waits until it is ready.
  ///
  /// - Throws: `SystemError` when it cannot be started, `PeerProgram.Failure` when it does not get ready.
  init(_ number: UInt64, in tree: GroupTree, program: PeerProgram, argument: String) throws {
    guard let app = AppIdentifier("bench.frames") else { preconditionFailure("a valid identifier") }
    group = try tree.makeGroup(app, LaunchIdentifier(rawValue: number))
    let sockets = try DescriptorPair.sockets().take()
    ends = Descriptor(owning: sockets.first)
    let theirs = Descriptor(owning: sockets.second)
    let start = ProcessStart(
      executable: program.path,
      arguments: [program.path, argument],
      environment: [],
      workingDirectory: "/"
    )
    main = try start.start(
      standardDescriptors: (theirs.rawValue, theirs.rawValue, 2),
      inheritedDescriptor: nil,
      groupDirectory: group.directoryNumber
    ).processID
    var byte: UInt8 = 0
    guard Glibc.read(ends.rawValue, &byte, 1) == 1 else {
      throw PeerProgram.Failure(program: program.path, status: 1)
    }
  }

  deinit {
    group.kill()
    waitpid(main, nil, 0)
    // The kernel lets go of the last process a moment after its parent has reaped it.
    for _ in 0..<100 {
      if (try? group.remove()) != nil { return }
      usleep(1000)
    }
  }

  /// Draws its frames, and returns how long each took after it was due, in milliseconds.
  func draw() throws -> [Double] {
    var line: UInt8 = UInt8(ascii: "\n")
    guard write(ends.rawValue, &line, 1) == 1 else {
      throw PeerProgram.Failure(program: "frame-probe", status: 1)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.last != UInt8(ascii: "\n") {
      let count = Glibc.read(ends.rawValue, &buffer, buffer.count)
      guard count > 0 else { throw PeerProgram.Failure(program: "frame-probe", status: 1) }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0) }.map { $0 / 1e6 }
  }
}
