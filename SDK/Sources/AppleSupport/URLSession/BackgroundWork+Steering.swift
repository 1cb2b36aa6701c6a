internal import Foundation
internal import FoundationNetworking
internal import Synchronization
internal import Torpor

// The app's control of a background session's task: each operation is a blocking call to the system, so that it takes
// effect in its turn and before a freeze.

extension BackgroundWork {
  func resume(_ settings: TaskSettings) {
    enum Step {
      case nothing
      case `continue`(TransferIdentifier)
      case begin(TransferIdentifier)
      case fail(TransferFailure)
    }
    let step = facts.withLock { facts -> Step in
      guard facts.state == .suspended else { return .nothing }
      facts.state = .running
      defer { facts.hasBegun = true }
      if let failure = facts.failure { return .fail(failure) }
      guard let transfer = facts.transfer else {
        facts.wanted = settings
        return .nothing
      }
      return facts.hasBegun ? .continue(transfer) : .begin(transfer)
    }
    switch step {
    case .nothing: break
    case .continue(let transfer):
      attempt { session throws(TorporError) in try session.resume(transfer) }
    case .begin(let transfer): begin(transfer, settings)
    case .fail(let failure): end(with: error(failure))
    }
  }

  private func begin(_ transfer: TransferIdentifier, _ settings: TaskSettings) {
    do throws(TransferFailure) {
      let session = try session.session()
      do throws(TorporError) {
        try session.resume(transfer, as: self.transfer(settings))
      } catch {
        // If the transfer has ended in the meantime, that is reported as its end.
        guard !error.isOfTheEnd else { return }
        throw TransferFailure(error)
      }
    } catch {
      fail(error)
      // Its end is reported with that failure by the system, or here if it cannot be ended.
      let answer = attempt { session throws(TorporError) in try session.cancel(transfer) }
      if answer == .failed { end(with: self.error(error)) }
    }
  }

  /// Begins the task when the session for which it waited exists.
  func beginIfWanted() {
    let (wanted, transfer, failure) = facts.withLock { facts in
      (facts.wanted.take(), facts.transfer, facts.failure)
    }
    if let failure {
      if wanted != nil { end(with: error(failure)) }
      return
    }
    guard let transfer else { return }
    if let wanted, state == .running || state == .suspended { begin(transfer, wanted) }
    // The app has paused or ended it before there was a transfer to pause or end.
    switch state {
    case .suspended where wanted != nil:
      attempt { session throws(TorporError) in try session.suspend(transfer) }
    case .canceling, .completed:
      attempt { session throws(TorporError) in try session.cancel(transfer) }
    default: break
    }
  }

  /// Returns the error for one of Torpor's failures, with the app's data for another attempt.
  func error(_ failure: TransferFailure) -> any Error {
    failure.error(self, resumeData: givenResumeData)
  }

  func suspend() {
    let transfer = facts.withLock { facts -> TransferIdentifier? in
      guard facts.state == .running else { return nil }
      facts.state = .suspended
      return facts.transfer
    }
    guard let transfer else { return }
    attempt { session throws(TorporError) in try session.suspend(transfer) }
  }

  func cancel() { cancel(keepsPart: false) }

  func cancel(byProducingResumeData handler: @escaping @Sendable (Data?) -> Void) {
    guard cancel(keepsPart: true) else { return CallbackQueue.call(handler, with: nil) }
    CallbackQueue.call(handler, with: resumeData)
  }

  /// Returns whether the system has cancelled a transfer.
  @discardableResult
  private func cancel(keepsPart: Bool) -> Bool {
    let (isLeft, transfer) = facts.withLock { facts -> (Bool, TransferIdentifier?) in
      guard facts.state == .running || facts.state == .suspended else { return (false, nil) }
      facts.state = .canceling
      facts.keepsPart = keepsPart
      return (true, facts.transfer)
    }
    guard isLeft else { return false }
    guard let transfer else {
      end(with: TransferFailure.cancelled.error(self))
      return false
    }
    let answer = attempt { session throws(TorporError) in
      try session.cancel(transfer, keepsPartial: keepsPart)
    }
    return answer == .done
  }

  /// The data with which a later task continues.
  var resumeData: Data? {
    guard file == nil else { return nil }
    return facts.withLock { facts in
      guard let transfer = facts.transfer else { return nil }
      if let made = facts.resumeData, made.transfer == transfer { return made.bytes }
      let data = ResumeData(transfer: transfer.rawValue, originalRequest)
      guard let bytes = data.bytes else { return nil }
      facts.resumeData = (transfer, bytes)
      return bytes
    }
  }

  private enum Answer {
    case done
    /// The transfer had already ended, which its last event reports.
    case over
    case failed
  }

  @discardableResult
  private func attempt(_ call: (TransferSession) throws(TorporError) -> Void) -> Answer {
    do throws(TransferFailure) {
      let session = try session.session()
      do throws(TorporError) { try call(session) } catch {
        if error.isOfTheEnd { return .over }
        AppleSystem.report(error)
        return .failed
      }
      return .done
    } catch {
      return .failed
    }
  }

  /// Ends a task that the system does not know, or no longer answers for.
  private func end(with error: any Error) {
    let (task, maker, transfer) = facts.withLock { facts in
      facts.state = .completed
      facts.error = error
      return (facts.task, facts.owner, facts.transfer)
    }
    guard let task, let owner = maker ?? session.owner else { return }
    let session = session
    owner.delegateQueue.addOperation {
      task.taskDelegate(owner)?.urlSession(owner, task: task, didCompleteWithError: error)
      task.delegate = nil
      if let transfer { session.forget(transfer) }
    }
  }
}

extension TorporError {
  /// Whether the transfer had ended before the call, which its last event reports.
  fileprivate var isOfTheEnd: Bool { code == .transferIsOver || code == .unknownTransfer }
}
