internal import Glibc
internal import TorporCore
internal import TorporPosix

/// The kernel's notices of groups that come and go in folders; tried again where it has no room for them.
final class SliceWatch {
  private let loop: EventLoop
  private let reportError: (SystemError) -> Void
  private let changed: () -> Void
  private var watch: FileWatch?
  private var retry: EventLoop.Token?
  /// Why changes are not seen; `nil`: they are.
  private(set) var failure: SystemError?

  /// When a watch is tried again that the kernel had no room for, as with too many of one user: 30 s; our choice.
  private static let retryInterval = Duration.seconds(30)

  /// Calls `changed` when something has come or gone, or may have, after which `follow` is called again.
  init(
    on loop: EventLoop,
    reportError: @escaping (SystemError) -> Void,
    changed: @escaping () -> Void
  ) {
    self.loop = loop
    self.reportError = reportError
    self.changed = changed
  }

  deinit { if let retry { loop.cancel(retry) } }

  /// Watches these folders as well.
  func follow(_ folders: [String]) {
    do throws(SystemError) {
      if watch == nil { watch = try FileWatch(on: loop) { [unowned self] _ in changed() } }
      for folder in folders { try add(folder) }
      failure = nil
    } catch {
      fail(error)
    }
  }

  private func add(_ folder: String) throws(SystemError) {
    do throws(SystemError) {
      try watch?.watch(folder, for: [.added, .removed])
    } catch {
      // One that is gone meanwhile is seen in the folder above it.
      guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
    }
  }

  private func fail(_ error: SystemError) {
    if failure == nil { reportError(error) }
    failure = error
    guard retry == nil else { return }
    retry = loop.schedule(after: SliceWatch.retryInterval) { [unowned self] in
      retry = nil
      changed()
    }
  }
}
