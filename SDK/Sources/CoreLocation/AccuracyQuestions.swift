internal import Dispatch
internal import Foundation
internal import Synchronization

/// The unanswered questions to the user about full accuracy.
///
/// Each ends once, on the main thread: with the answer, or when the app leaves the screen, because the system then
/// withdraws them.
final class AccuracyQuestions: Sendable {
  /// A handler that is called once, with the reason if full accuracy is not allowed.
  struct Handler: @unchecked Sendable {
    let body: ((any Error)?) -> Void
  }

  private struct State {
    var next = 0
    var handlers: [Int: Handler] = [:]
    var observesLeaving = false
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.handlers.isEmpty } }

  /// Adds a question; returns its number.
  func begin(_ handler: Handler) -> Int {
    let (number, isFirst) = state.withLock { state in
      defer { state.observesLeaving = true }
      state.next += 1
      state.handlers[state.next] = handler
      return (state.next, !state.observesLeaving)
    }
    if isFirst { observeLeaving() }
    return number
  }

  /// Ends one question.
  func end(_ number: Int, _ error: CLError?) {
    guard let handler = state.withLock({ $0.handlers.removeValue(forKey: number) }) else { return }
    Self.call([handler], error)
  }

  /// Ends all questions.
  func end(_ error: CLError?) {
    let ended = state.withLock { state in
      defer { state.handlers = [:] }
      return state.handlers.sorted { $0.key < $1.key }.map(\.value)
    }
    Self.call(ended, error)
  }

  /// Removes all questions at the end of the app's process; none is answered any more.
  func forget() {
    let old = state.withLock { state in
      defer { state.handlers = [:] }
      return state.handlers
    }
    withExtendedLifetime(old) {}
  }

  /// Calls the handlers after this code.
  static func call(_ handlers: [Handler], _ error: CLError?) {
    guard !handlers.isEmpty else { return }
    DispatchQueue.main.async { for handler in handlers { handler.body(error) } }
  }

  private func observeLeaving() {
    // UIKit's name, because CoreLocation cannot import UIKit.
    let name = Notification.Name("UIApplicationDidEnterBackgroundNotification")
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      [weak self] _ in
      self?.end(CLError(.promptDeclined))
    }
  }
}
