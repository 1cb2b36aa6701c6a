internal import CTorporPosix
internal import Glibc

/// Changes of files and folders as events of a loop (inotify); nothing runs while nothing changes.
package final class FileWatch {
  /// What of a file or folder is told.
  package struct Changes: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The file was read: `IN_ACCESS`.
    package static let read = Changes(rawValue: UInt32(IN_ACCESS))
    /// A writer closed the file: `IN_CLOSE_WRITE`.
    ///
    /// Not each write by itself: between two of them a file is half of what it should be.
    package static let written = Changes(rawValue: UInt32(IN_CLOSE_WRITE))
    /// A name came into the folder: `IN_CREATE`, `IN_MOVED_TO`.
    package static let added = Changes(rawValue: UInt32(IN_CREATE | IN_MOVED_TO))
    /// A name left the folder: `IN_DELETE`, `IN_MOVED_FROM`.
    package static let removed = Changes(rawValue: UInt32(IN_DELETE | IN_MOVED_FROM))
    /// The owner, the mode or other attributes of the file, or of one in the folder, have changed: `IN_ATTRIB`.
    package static let attributes = Changes(rawValue: UInt32(IN_ATTRIB))
    /// No change, but that the watch ends with the first one that it tells of: `IN_ONESHOT`.
    package static let once = Changes(rawValue: UInt32(truncatingIfNeeded: IN_ONESHOT))
  }

  private let descriptor: Descriptor
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Calls `handler` for each change with the name inside the watched folder; the name is empty for
  /// a watched file, and `nil` when changes were lost, so that the receiver looks at everything anew.
  ///
  /// - Throws: `SystemError` when the user or the process has no room for one more (128 a user, as
  ///   Linux comes).
  package init(
    on loop: EventLoop,
    handler: @escaping (_ name: String?) -> Void
  ) throws(SystemError) {
    descriptor = Descriptor(
      owning: try checking("make", "an inotify instance") {
        inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      }
    )
    self.loop = loop
    let number = descriptor.rawValue
    token = try loop.register(number, for: .readable) { _ in
      for name in FileWatch.receive(on: number) { handler(name) }
    }
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// Names one watched path.
  package struct Entry: Hashable, Sendable {
    fileprivate let number: Int32
  }

  /// Watches a path, links followed; a path that is watched already tells of the new changes instead.
  ///
  /// - Throws: `SystemError` naming the path: it is not there, or may not be read by this process.
  @discardableResult
  package func watch(_ path: String, for changes: Changes) throws(SystemError) -> Entry {
    let instance = descriptor.rawValue
    return Entry(
      number: try checking("watch", path) { inotify_add_watch(instance, path, changes.rawValue) }
    )
  }

  /// Ends one watch; one that has ended by itself is fine.
  package func end(_ entry: Entry) {
    _ = inotify_rm_watch(descriptor.rawValue, entry.number)
  }

  /// The names of what has changed.
  private static func receive(on number: Int32) -> [String?] {
    var names: [String?] = []
    // Each event takes 16 bytes and a name of at most 256 with its zero (inotify(7)).
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(number, buffer.baseAddress, buffer.count)
        // Nothing more, or EINTR: then the loop calls again.
        guard count > 0 else { return }
        names += events(in: UnsafeRawBufferPointer(buffer)[..<count])
      }
    }
    return names
  }

  private static func events(in bytes: Slice<UnsafeRawBufferPointer>) -> [String?] {
    var names: [String?] = []
    var rest = bytes
    while rest.count >= FileWatch.headerBytes {
      let event = UnsafeRawBufferPointer(rebasing: rest)
      let mask = event.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      let nameBytes = Int(event.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      let name = event.dropFirst(FileWatch.headerBytes).prefix(nameBytes).prefix { $0 != 0 }
      rest = rest.dropFirst(FileWatch.headerBytes + nameBytes)
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        names.append(nil)
      } else if mask & UInt32(IN_IGNORED) == 0 {
        // IN_IGNORED only says that a watch has ended.
        names.append(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }

  /// `struct inotify_event` without its name: watch, mask, cookie, length, 4 bytes each.
  private static let headerBytes = 16
}
