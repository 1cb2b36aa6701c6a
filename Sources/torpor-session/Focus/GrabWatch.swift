import TorporPosix

/// Finds frozen programs that may hold the pointer or the keyboard of the X server.
///
/// X does not report a grab, or who holds one. It is therefore checked when programs that are clients of the server
/// were frozen: if the pointer or the keyboard is held then, and still is a little later, each of them may be the
/// holder, and is reported. A grab that a running program holds for that long is attributed to them as well, which
/// costs no more than a thaw.
final class GrabWatch {
  private let x11: X11Focus
  private let loop: EventLoop
  private let report: (Int32) -> Void
  private var frozen: [String: Set<Int32>] = [:]
  private var looks: [String: EventLoop.Token] = [:]

  /// The minimum duration of a grab that is reported: 400 ms.
  ///
  /// A click holds the pointer as long as the button is pressed, about 100 ms. Our choice.
  static let lastsMilliseconds = 400

  init(x11: X11Focus, on loop: EventLoop, report: @escaping (Int32) -> Void) {
    self.x11 = x11
    self.loop = loop
    self.report = report
  }

  deinit { for token in looks.values { loop.cancel(token) } }

  /// Records that the processes of a launch are frozen.
  func frozen(_ launch: String, _ processes: [Int32]) {
    thawed(launch)
    frozen[launch] = Set(processes)
    x11.possibleHolders(among: Set(processes)) { [weak self] holders in
      guard !holders.isEmpty else { return }
      self?.lookAgain(launch)
    }
  }

  /// Records that they run again.
  func thawed(_ launch: String) {
    frozen[launch] = nil
    if let token = looks.removeValue(forKey: launch) { loop.cancel(token) }
  }

  /// Removes all launches.
  func forgetAll() { for launch in frozen.keys { thawed(launch) } }

  private func lookAgain(_ launch: String) {
    guard frozen[launch] != nil else { return }
    let wait = Duration.milliseconds(GrabWatch.lastsMilliseconds)
    looks[launch] = loop.schedule(after: wait) { [unowned self] in
      looks[launch] = nil
      x11.possibleHolders(among: frozen[launch] ?? []) { [weak self] holders in
        // Thawed in the meantime: no caller is kept waiting.
        guard let self, frozen[launch] != nil else { return }
        for holder in holders { report(holder) }
      }
    }
  }
}
