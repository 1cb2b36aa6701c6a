import TorporCore
import TorporDaemon
import TorporLinux
import TorporPosix
import TorporText

/// Tells the device what an administrator has fixed by the file.
final class RestrictionsWatch {
  private let path: String
  private let loop: EventLoop
  private let sink: any HostEventSink
  private let reportError: (any Error) -> Void
  private var adapter: RestrictionsAdapter?
  private var last: Restrictions?
  /// What is wrong with the file, each as a sentence; empty: nothing.
  private(set) var mistakes: [String] = []

  /// Something that is wrong with the file.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(
    path: String,
    on loop: EventLoop,
    sink: any HostEventSink,
    reportError: @escaping (any Error) -> Void
  ) {
    self.path = path
    self.loop = loop
    self.sink = sink
    self.reportError = reportError
  }

  /// Posts what is fixed unless that is what the device knows, and every change of it.
  func start(known: Restrictions?) throws(SystemError) {
    last = known
    let source = RestrictionsSource(path: path)
    let adapter = RestrictionsAdapter(source, on: loop) { [unowned self] in take($0) }
    self.adapter = adapter
    try adapter.start()
  }

  private func take(_ reading: RestrictionsAdapter.Reading) {
    switch reading {
    // Where there is none and was none, folders that others may change are nobody's concern.
    case .failure(let failure):
      say(failure.isMissing && last == nil ? [] : [failure.description])
    case .success(let text):
      let file = RestrictionsFile(text ?? "", path: path)
      say(file.mistakes)
      let restrictions = Restrictions(file, path: path)
      guard restrictions != last else { return }
      last = restrictions
      sink.post(.input(.device(event: .restrictions(restrictions))))
    }
  }

  /// Each mistake once, for as long as it is there.
  private func say(_ found: [String]) {
    for mistake in found where !mistakes.contains(mistake) {
      reportError(Mistake(description: mistake))
    }
    mistakes = found
  }
}
