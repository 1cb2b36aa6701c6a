import Glibc
import TorporPosix

/// A program that runs as long as this object lives, with its standard output read by this process.
///
/// It ends with this object or, if this process is killed, at its next output.
final class ToolProcess {
  /// An event of the program.
  enum Event {
    case printed([UInt8])
    /// There is no more output; its owner may start another one.
    case ended
  }

  private let process: ProcessHandle
  private var output: StreamConnection?

  /// Starts the program with the environment of this process.
  ///
  /// - Throws: `SystemError` when no process can be created; if the program does not exist, it ends at once.
  init(
    _ command: [String],
    environment: [String],
    on loop: EventLoop,
    handler: @escaping (Event) -> Void
  ) throws(SystemError) {
    // A socket and not a pipe, because the loop's connections read sockets.
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
    // It has already been killed when it is waited for, so this takes no longer than the kernel does.
    var question = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
    poll(&question, 1, ToolProcess.reapMilliseconds)
    _ = process.end()
  }

  /// The time that a killed process may take to exit before it is left for init to reap: 1 s.
  ///
  /// Our choice.
  private static let reapMilliseconds: Int32 = 1000

  /// Returns the path of a program in the folders of `$PATH`; `nil`: it is not installed.
  static func path(of name: String, in folders: String) -> String? {
    folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
