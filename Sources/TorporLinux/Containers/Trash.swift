internal import Glibc
package import TorporPosix

/// Where folders go that are no longer wanted; another process empties it.
///
/// To throw something away is one rename, whatever a user has put into it. The emptying may take
/// minutes and is none of the loop's business.
package final class Trash {
  private let path: String
  private let loop: EventLoop
  private let command: [String]
  private var running: (process: ProcessHandle, token: EventLoop.Token)?
  /// Whether something came while the process was at work, which may not see it.
  private var hasMore = false

  /// A trash folder, which must exist and belong to this process's user alone.
  ///
  /// `command` is run with the folder's path behind it, one at a time.
  package init(at path: String, on loop: EventLoop, emptiedBy command: [String]) {
    self.path = path
    self.loop = loop
    self.command = command
  }

  deinit {
    if let running { loop.cancel(running.token) }
  }

  /// Throws away whatever is at the path; nothing there is fine.
  ///
  /// - Throws: `SystemError` naming the path, as when it is on another file system.
  package func discard(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try FolderTree.discard(path, into: self.path)
    } catch {
      guard error.code != ENOENT else { return }
      throw error
    }
    try empty()
  }

  /// Has what is in the trash removed, left over from an earlier daemon perhaps.
  ///
  /// - Throws: `SystemError` when no process can be started; the next `empty` tries again.
  package func empty() throws(SystemError) {
    guard running == nil else {
      hasMore = true
      return
    }
    guard !Files.names(in: path).isEmpty else { return }
    let nothing = try Files.open("/dev/null", O_RDWR)
    let started = try ProcessStart(
      executable: command[0],
      arguments: command + [path],
      environment: [],
      workingDirectory: "/"
    ).start(
      standardDescriptors: (nothing.rawValue, nothing.rawValue, nothing.rawValue),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).take()
    Descriptor.close([started.status])
    let process = started.process
    let token = try loop.register(process.number, for: .readable) { [unowned self] _ in ended() }
    running = (process, token)
  }

  private func ended() {
    guard let (process, token) = running else { return }
    loop.cancel(token)
    // Reaps it; what it could not remove waits for the next start.
    _ = process.end()
    running = nil
    guard hasMore else { return }
    hasMore = false
    try? empty()
  }
}
