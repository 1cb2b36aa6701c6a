internal import Glibc
package import TorporCore
package import TorporPosix

/// Tells whether there is swap, and when that changes: the kernel says so on `/proc/swaps`.
package final class SwapAdapter {
  private let procRoot: String
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var file: OpenFile?
  private var token: EventLoop.Token?
  /// What was told last.
  private var known: SwapState?
  /// Why paging out would not work although there is swap.
  private let unavailableReason: () -> String?

  /// Makes an adapter that says nothing before `start`.
  package init(
    procRoot: String = "/proc",
    on loop: EventLoop,
    sink: any HostEventSink,
    unavailableReason: @escaping () -> String?
  ) {
    self.procRoot = procRoot
    self.loop = loop
    self.sink = sink
    self.unavailableReason = unavailableReason
  }

  deinit {
    if let token { loop.cancel(token) }
  }

  /// Posts how swap stands, unless that is known, and watches it from now on.
  ///
  /// - Throws: `SystemError` where the kernel does not tell of changes; swap that comes later is then not
  ///   used before the next start.
  package func start(known: SwapState?) throws(SystemError) {
    self.known = known
    post()
    guard unavailableReason() == nil else { return }
    let descriptor = try Files.open(SwapInfo.path(procRoot), O_RDONLY)
    let opened = OpenFile(descriptor)
    token = try loop.register(opened.number, for: .urgent) { [unowned self] _ in post() }
    file = opened
  }

  private func post() {
    let state = unavailableReason() == nil ? SwapInfo.read(procRoot: procRoot) : nil
    guard state != known else { return }
    known = state
    sink.post(.input(.device(event: .swap(state))))
  }

  /// A descriptor that is kept in a property that may be empty.
  private final class OpenFile {
    private let descriptor: Descriptor
    var number: Int32 { descriptor.rawValue }
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }
}
