import Glibc
import TorporPosix

/// A program that runs as long as this object lives and whose standard output is read.
///
/// Ends with this object; and if this process is killed, with the next thing that it would print.
final class ToolProcess {
  /// What it tells.
  enum Event {
    case printed([UInt8])
    /// Nothing more comes; its owner may start another.
    case ended
  }

  private let process: ProcessHandle
  private var output: StreamConnection?

  /// Starts the program with the environment of this process.
  ///
  /// - Throws: `SystemError` when no process can be made; that there is no such program shows as
  ///   its end.
  init(
    _ command: [String],
    environment: [String],
    on loop: EventLoop,
    handler: @escaping (Event) -> Void
  ) throws(SystemError) {
    // A socket and not a pipe: the loop's connections read sockets.
    let (ours, theirs) = try DescriptorPair.sockets().take()
    let reading = Descriptor(owning: ours)
    let writing = Descriptor(owning: theirs)
    let nothing = try Files.open("/dev/null", O_RDWR)
    let started = try ProcessStart(
      executable: command[0],
      arguments: command,
      environment: environment,
      workingDirectory: "/"
    ).start(
      standardDescriptors: (nothing.rawValue, writing.rawValue, nothing.rawValue),
      inheritedDescriptor: nil,
      groupDirectory: nil
    )
    let parts = started.take()
    Descriptor.close([parts.status])
    process = parts.process
    output = try StreamConnection(
      reading,
      on: loop,
      // Nothing is ever sent to it.
      limits: .init(queuedBytesMax: 0, descriptorsMax: 0)
    ) { event in
      switch event {
      case .received(let bytes, let descriptors):
        Descriptor.close(descriptors)
        handler(.printed(bytes))
      case .exceededDescriptors: break
      case .ended: handler(.ended)
      }
    }
  }

  deinit {
    output = nil
    try? process.send(signal: SIGKILL)
    // It is dead by the time it is waited for, so this takes no longer than the kernel does.
    var question = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
    poll(&question, 1, ToolProcess.reapMilliseconds)
    _ = process.end()
  }

  /// How long a killed process may take to go before it is left to be reaped by init: 1 s.
  ///
  /// Our choice.
  private static let reapMilliseconds: Int32 = 1000

  /// Where a program lies in the folders of `$PATH`; `nil`: it is not installed.
  static func path(of name: String, in folders: String) -> String? {
    folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
