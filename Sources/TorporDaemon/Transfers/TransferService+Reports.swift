import TorporCore
import TorporModel
import TorporWire

// What a service says, and what is believed of it: only what concerns an attempt that it has.

extension TransferService {
  func receive(_ bytes: [UInt8]) {
    guard case .running = state else { return }
    framer.append(bytes)
    do {
      while let message = try framer.next() {
        let report = try SavedCodec.decode(TransferServiceReport.self, from: Array(message))
        handle(report)
      }
    } catch {
      giveUp("it said what cannot be read (\(error))")
    }
    pump()
  }

  private func handle(_ report: TransferServiceReport) {
    switch report {
    case .ended(let results): end(results)
    case .begun(let begun): note(begun)
    case .queued(let transfers):
      for transfer in transfers { attempts[transfer]?.queue() }
    case .progress(let steps): note(steps)
    case .trouble(let cause): reportError(cause.cut())
    }
  }

  private func end(_ results: [TransferServiceResult]) {
    var reports: [TransferReport] = []
    var details: [TransferIdentifier: TransferDetail] = [:]
    // One that was stopped while its report was under way is not looked at, nor what is not its own.
    for result in results where attempts[result.transfer]?.number == result.attempt {
      if isAnswered(result) { continue }
      attempts[result.transfer] = nil
      details[result.transfer] = result.detail.cut()
      reports.append(TransferReport(result))
    }
    guard !reports.isEmpty else { return }
    deaths = 0
    host.post(reports, details: details)
  }

  /// Whether the result is a challenge whose answer is known; the attempt goes on then.
  private func isAnswered(_ result: TransferServiceResult) -> Bool {
    guard result.isChallenge else {
      challenged.remove(result.transfer)
      return false
    }
    challenged.insert(result.transfer)
    guard attempts[result.transfer]?.isAnswered == false,
      let credential = host.credential(for: result.transfer)
    else { return false }
    answer(result.transfer, credential)
    return true
  }

  private func note(_ begun: [TransferServiceBegin]) {
    for begin in begun where attempts[begin.transfer]?.number == begin.attempt {
      attempts[begin.transfer]?.isUnderWay = true
      attempts[begin.transfer]?.keptBytes = max(0, begin.keptBytes)
    }
  }

  private func note(_ steps: [TransferServiceProgress]) {
    var known: [TransferServiceProgress] = []
    var reports: [TransferReport] = []
    for var step in steps {
      guard var attempt = attempts[step.transfer] else { continue }
      // Where it went on from is news once.
      if attempt.progress == nil {
        attempt.resumedAt = step.resumedAt
      } else {
        step.resumedAt = nil
      }
      attempt.progress = step.progress
      attempt.steps += 1
      if let event = attempt.takeNews() {
        reports.append(
          TransferReport(
            transfer: step.transfer,
            attempt: attempt.number,
            event: event,
            bytes: step.progress.bytes,
            movedBytes: attempt.movedBytes
          )
        )
      }
      attempts[step.transfer] = attempt
      known.append(step)
    }
    guard !known.isEmpty else { return }
    deaths = 0
    host.progressed(known)
    if !reports.isEmpty { host.post(reports, details: [:]) }
  }
}

extension TransferService.Attempt {
  /// What is to be passed on of how far it is, once; `nil`: nothing yet.
  fileprivate mutating func takeNews() -> TransferEvent? {
    if tellsProgress, let progress, progress.bytes > keptBytes {
      (tellsProgress, steps) = (false, 0)
      return .progressed
    }
    guard isOfApp, steps >= TransferService.stepsOfBooking, movedBytes > 0 else { return nil }
    steps = 0
    return .moved
  }
}

extension TransferReport {
  fileprivate init(_ result: TransferServiceResult) {
    let event: TransferEvent =
      if result.isChallenge {
        .challenged
      } else if let error = result.error {
        .failed(error, status: result.status, retryAfter: result.retryAfter)
      } else {
        .finished(status: result.status)
      }
    self.init(
      transfer: result.transfer,
      attempt: result.attempt,
      event: event,
      bytes: max(0, result.bytes),
      movedBytes: max(0, result.movedBytes),
      newBytes: result.newBytes.map { max(0, $0) },
      isRerouted: result.isRerouted
    )
  }
}

extension TransferDetail {
  fileprivate func cut() -> TransferDetail {
    TransferDetail(
      path: path?.cut(),
      finalURL: finalURL?.cut(),
      mimeType: mimeType?.cut(),
      cause: cause?.cut(),
      challenge: challenge.map {
        TransferChallenge(
          host: $0.host.cut(),
          scheme: $0.scheme.cut(),
          realm: $0.realm?.cut(),
          isProxy: $0.isProxy,
          previousFailureCount: $0.previousFailureCount
        )
      }
    )
  }
}

extension String {
  /// The text, or as much of it as may be kept.
  fileprivate func cut() -> String {
    guard utf8.count > TransferService.textBytesMax else { return self }
    return String(decoding: utf8.prefix(TransferService.textBytesMax), as: UTF8.self)
  }
}
