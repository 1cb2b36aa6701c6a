import TorporPosix
import TorporWire

/// The focus and the windows as sway reports them over its IPC socket, for Wayland and X11 windows alike.
///
/// sway does not report the pointer, but lets the focus follow it unless configured otherwise; so the window
/// under the pointer is the focused one. It costs a wake-up for each event of a window, titles included, and an exchange
/// of the whole tree (some 1 KiB for each window) for each that may change what can be seen.
final class SwayFocus: FocusSource {
  private let path: String
  private let loop: EventLoop
  private let report: (FocusNews) -> Void
  private let reportWindows: (WindowNews) -> Void
  private var connection: StreamConnection?
  private var framer = SwayFramer()
  private var retry: EventLoop.Token?

  /// The pause before a compositor that has exited is looked for again: 5 s.
  ///
  /// Our choice.
  private static let retrySeconds = 5
  /// Our requests have about 50 bytes each, and sway reads them at once.
  private static let queuedBytesMax = 1 << 16

  init(
    path: String,
    on loop: EventLoop,
    reportWindows: @escaping (WindowNews) -> Void = { _ in },
    report: @escaping (FocusNews) -> Void
  ) {
    self.path = path
    self.loop = loop
    self.reportWindows = reportWindows
    self.report = report
  }

  deinit { if let retry { loop.cancel(retry) } }

  func start() {
    framer = SwayFramer()
    do throws(SystemError) {
      let connection = try StreamConnection(
        UnixSocket.connect(to: path, isBlocking: false),
        on: loop,
        limits: .init(queuedBytesMax: SwayFocus.queuedBytesMax, descriptorsMax: 0)
      ) { [unowned self] event in
        handle(event)
      }
      self.connection = connection
      connection.send(SwayMessage.bytes(.subscribe, #"["window","workspace","shutdown"]"#))
      connection.send(SwayMessage.bytes(.getTree))
    } catch {
      lose(cause: error.description)
    }
  }

  private func handle(_ event: StreamConnection.Event) {
    switch event {
    case .received(let bytes, let descriptors):
      Descriptor.close(descriptors)
      framer.append(bytes)
      do throws(SwayFramer.Fault) {
        while let message = try framer.next() { take(message) }
      } catch {
        connection?.close()
      }
    case .exceededDescriptors: break
    case .ended: lose(cause: "sway has closed the connection at \(path)")
    }
  }

  private func take(_ message: SwayMessage) {
    guard let kind = SwayMessage.Kind(rawValue: message.kind),
      let value = try? JSON(parsing: message.payload)
    else { return }
    switch kind {
    case .getTree:
      tell(SwayTree.focusedProcess(in: value))
      reportWindows(.looked(SwayTree.windows(in: value)))
    case .windowEvent: follow(SwayTree.answer(to: value, isWindow: true))
    case .workspaceEvent: follow(SwayTree.answer(to: value, isWindow: false))
    case .subscribe, .shutdownEvent: break
    }
  }

  private func follow(_ answer: SwayTree.Answer) {
    switch answer {
    case .focused(let process):
      tell(process)
      // The event does not say which windows are visible now.
      connection?.send(SwayMessage.bytes(.getTree))
    case .askTree: connection?.send(SwayMessage.bytes(.getTree))
    case .nothing: break
    }
  }

  private func tell(_ process: Int32?) {
    let processes = process.map { [$0] } ?? []
    report(.looked(FocusView(focused: processes, pointerFocus: processes)))
  }

  private func lose(cause: String) {
    connection = nil
    report(.cannotTell(cause: cause))
    reportWindows(.cannotTell(cause: cause))
    retry = loop.schedule(after: .seconds(SwayFocus.retrySeconds)) { [unowned self] in
      retry = nil
      start()
    }
  }
}
