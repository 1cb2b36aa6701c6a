import TorporModel
package import TorporWire

// Background sessions and their transfers, with what goes past the policy: contents and credentials.

extension AppCalls {
  package func openSession(_ call: Incoming<App.OpenSession>) -> Work {
    ask(call, .session(.open(call.configuration)))
  }

  package func startTransfers(_ call: Incoming<App.StartTransfers>) -> Work {
    let requests = call.transfers.map(\.request)
    var work = ask(
      call,
      .session(.start(session: call.session, requests, key: call.key))
    ) {
      if case .transfersAccepted(let first, let count) = $0 {
        App.StartTransfers.Reply(first: first, count: count)
      } else {
        nil
      }
    }
    work.contents = call.transfers.map(\.content)
    return work
  }

  package func cancelTransfer(_ call: Incoming<App.CancelTransfer>) -> Work {
    ask(call, .session(.cancel(call.transfer, keepsPartial: call.keepsPartial)))
  }

  package func suspendTransfer(_ call: Incoming<App.SuspendTransfer>) -> Work {
    ask(call, .session(.suspend(call.transfer)))
  }

  package func resumeTransfer(_ call: Incoming<App.ResumeTransfer>) -> Work {
    guard let new = call.request else { return ask(call, .session(.resume(call.transfer))) }
    var work = ask(call, .session(.begin(call.transfer, new.request)))
    work.contents = [new.content]
    return work
  }

  /// A page ends earlier where its rows would not go into a message.
  package func listTransfers(_ call: Incoming<App.ListTransfers>) -> Work {
    ask(call, .session(.list(session: call.session, after: call.after))) { [rows] reply in
      guard case .transfers(let statuses, let hasMore) = reply else { return nil }
      let page = TransferRow.page(of: rows(statuses))
      return App.ListTransfers.Reply(
        transfers: page,
        hasMore: hasMore || page.count < statuses.count
      )
    }
  }

  package func answerChallenge(_ call: Incoming<App.AnswerChallenge>) -> Work {
    var work = ask(call, .session(.answerChallenge(call.transfer, call.disposition)))
    work.credential = call.call.credential
    return work
  }

  package func answerDelayedRequest(_ call: Incoming<App.AnswerDelayedRequest>) -> Work {
    var work = ask(call, .session(.answerDelayedRequest(call.transfer, call.disposition)))
    work.contents = call.request.map { [$0.content] } ?? []
    return work
  }

  package func invalidateSession(_ call: Incoming<App.InvalidateSession>) -> Work {
    let request = SessionRequest.invalidate(
      session: call.session,
      cancelsTransfers: call.cancelsTransfers
    )
    return ask(call, .session(request))
  }
}
