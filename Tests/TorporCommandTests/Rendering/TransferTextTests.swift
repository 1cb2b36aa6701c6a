import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("A transfer in words")
struct TransferTextTests {
  @Test(
    "is called by its label, its file, or where it leads",
    arguments: [
      (Samples.transfer(.running, label: "Episode 7"), "Episode 7"),
      (Samples.transfer(.running, detail: TransferDetail(path: "/home/ada/a.iso")), "a.iso"),
      (Samples.transfer(.running, destination: "/home/ada/b.iso"), "b.iso"),
      (Samples.transfer(.running), "debian.iso"),
      (Samples.transfer(.running, .upload, source: "/home/ada/film.mkv"), "film.mkv"),
      (Samples.transfer(.running, url: "https://example.com/"), "example.com"),
      (Samples.transfer(.running, url: "http://a/Two%20words%2C%20%C3%BC"), "Two words, ü"),
      (Samples.transfer(.running, url: "http://a/%1b%5b2J"), "\\x1b[2J"),
      (Samples.transfer(.running, url: "http://a/%ff%"), "%ff%"),
      (Samples.transfer(.running, url: nil), "transfer 12"),
      (Samples.transfer(.running, label: "a\u{1b}[2Jb"), "a\\x1b[2Jb"),
    ]
  )
  func names(row: TransferRow, name: String) {
    #expect(TransferText.name(of: row) == name)
  }

  private static let network = Condition(.network, holds: false)
  private static let power = Condition(.externalPower, holds: false)
  private static func until(_ reason: Reason, _ length: Duration) -> Condition {
    Condition(reason, holds: false, until: Samples.now + length)
  }

  @Test(
    "says what it waits for and until when",
    arguments: [
      (Samples.transfer(.queued, attempts: 0), "is about to begin"),
      (
        Samples.transfer(.queued, attempts: 0, blockers: [network, power]),
        "waits for a network and external power"
      ),
      (
        Samples.transfer(.queued, attempts: 0, blockers: [until(.notBefore, .hours(20)), network]),
        "waits for a network; begins at Sun 00:00"
      ),
      (
        Samples.transfer(
          .waiting,
          blockers: [Condition(.network, holds: false, subject: "unmetered")]
        ),
        "waits for an unmetered network"
      ),
      (
        Samples.transfer(.waiting, blockers: [until(.externalPower, .hours(20))]),
        "waits for external power, until Sun 00:00 at most"
      ),
      (
        Samples.transfer(
          .waiting,
          lastError: .diskFull,
          blockers: [until(.storage, .hours(20))],
          detail: TransferDetail(cause: "the disk of /srv has 5 bytes free, and 9 are needed")
        ),
        "waits for free disk space; checks again at Sun 00:00 "
          + "(the disk of /srv has 5 bytes free, and 9 are needed)"
      ),
      (
        Samples.transfer(
          .queued,
          blockers: [Condition(.slotTaken, holds: false, subject: "connection")]
        ),
        "waits for a connection"
      ),
      (Samples.retrying, "tries again at Sat 04:30 (the server answered 503)"),
      (
        Samples.transfer(.waiting, lastError: .networkConnectionLost, blockers: [network]),
        "waits for a network (the connection was lost)"
      ),
      (
        Samples.transfer(
          .waiting,
          blockers: [Condition(.awaitsAnswer, holds: false)],
          detail: TransferDetail(
            challenge: TransferChallenge(host: "example.com", scheme: "Basic")
          )
        ),
        "waits for its app to answer example.com"
      ),
      (
        Samples.transfer(
          .waiting,
          lastError: .timedOut,
          blockers: [until(.retryInterval, .seconds(-1))]
        ),
        "waits for its next try (its time was up)"
      ),
      (Samples.transfer(.suspended, blockers: [network]), "is paused"),
      (Samples.moving, "is downloading"),
      (Samples.transfer(.running, .upload), "is uploading"),
      (Samples.complete, "is complete"),
      (Samples.transfer(.completed, .upload), "was sent"),
      (Samples.failed, "has failed: the server answered 404"),
      (
        Samples.transfer(
          .failed,
          outcome: TransferOutcome(at: Samples.now, error: .digestMismatch)
        ),
        "has failed: the file does not have the expected SHA-256"
      ),
      (
        Samples.transfer(.cancelled, outcome: TransferOutcome(at: Samples.now, error: .cancelled)),
        "was cancelled"
      ),
      (
        Samples.transfer(
          .cancelled,
          outcome: TransferOutcome(
            at: Samples.now,
            error: .cancelled,
            cancellation: .userForceQuit
          )
        ),
        "was cancelled, because its app was removed from the app switcher"
      ),
      (
        Samples.transfer(
          .cancelled,
          outcome: TransferOutcome(
            at: Samples.now,
            error: .cancelled,
            cancellation: .backgroundUpdatesDisabled
          )
        ),
        "was cancelled, because background updates are off"
      ),
      (
        Samples.transfer(
          .cancelled,
          outcome: TransferOutcome(
            at: Samples.now,
            error: .cancelled,
            cancellation: .insufficientResources
          )
        ),
        "was cancelled, because there was too little disk space or power"
      ),
    ]
  )
  func states(row: TransferRow, text: String) {
    #expect(TransferText.state(of: row, Samples.clock) == text)
  }

  @Test("tells where the file is, how much was sent, or why there is none and what to do")
  func ends() {
    #expect(
      TransferText.result(of: Samples.complete)
        == "Saved SHA256SUMS (1.4 KiB) to /home/ada/SHA256SUMS."
    )
    let sent = Samples.transfer(.completed, .upload, bytes: 5 << 20, source: "/home/ada/film.mkv")
    #expect(TransferText.result(of: sent) == "Sent film.mkv (5.0 MiB).")
    #expect(
      TransferText.finished(sent)
        == "Transfer \(sent.status.transfer) has finished. Details: `torpor transfers show "
        + "\(sent.status.transfer)`. Remove it from the list: `torpor transfers remove "
        + "\(sent.status.transfer)`"
    )
    #expect(
      TransferText.failure(of: Samples.failed, Samples.clock)
        == "nothing.txt has failed: the server answered 404. Check the URL, and start `torpor "
        + "download` with the correct one."
    )
    #expect(
      TransferText.forgotten(TransferIdentifier(rawValue: 7))
        == "Transfer 7 was removed from the list, so its result is unknown."
    )
  }

  @Test(
    "says of one that came to nothing what leads on",
    arguments: [
      (TransferError.httpStatus, 503, "`torpor transfers retry 12` starts it again."),
      (
        .httpStatus, 403,
        "Send the credentials that the server requires: `torpor download` with --header."
      ),
      (
        .httpStatus, 405,
        "Change the request in a new `torpor download`; `torpor transfers retry 12` sends the same one "
          + "again."
      ),
      (
        .digestMismatch, 200,
        "Compare the SHA-256 with the one that the publisher states, and start over with `torpor "
          + "download`; `torpor transfers retry 12` fetches the same URL for the same SHA-256."
      ),
      (.httpTooManyRedirects, 302, "Start `torpor download` with another URL."),
      (
        .cannotCreateFile, 0,
        "Fix that first; then `torpor transfers retry 12` starts it again."
      ),
      (
        .serverCertificateUntrusted, 0,
        "Check the server's certificate and this machine's clock; `torpor transfers retry 12` starts it "
          + "again."
      ),
      (.serviceDied, 0, "`torpor transfers retry 12` starts it again."),
    ]
  )
  func advice(error: TransferError, status: Int, advice: String) {
    let row = Samples.transfer(
      .failed,
      outcome: TransferOutcome(at: Samples.now, error: error, status: status)
    )
    #expect(TransferText.failure(of: row, Samples.clock).hasSuffix(". " + advice))
    #expect(
      TransferText.complete(TransferIdentifier(rawValue: 1))
        == "Transfer 1 is complete, or its app decides about it, so it cannot be retried. "
        + "`torpor transfers show 1` says where its file is; `torpor download URL` fetches the file again."
    )
  }

  @Test("says on parting how to look, and how to take it back")
  func parting() {
    let transfers = (7...9).map { TransferIdentifier(rawValue: $0) }
    #expect(
      TransferText.parting([transfers[0]])
        == "Transfer 7 continues in the background. Progress: `torpor transfers`. Cancel: `torpor "
        + "transfers cancel 7`"
    )
    #expect(
      TransferText.parting(transfers)
        == "3 transfers continue in the background. Progress: `torpor transfers`"
    )
  }

  @Test("knows how long it takes only where size and speed are known")
  func timeLeft() {
    func left(_ bytes: Int64, _ total: Int64?, _ rate: Int64) -> Duration? {
      TransferText.timeLeft(
        TransferProgress(bytes: bytes, totalBytes: total, bytesPerSecond: rate)
      )
    }
    #expect(left(100, 1100, 100) == .seconds(10))
    #expect(left(100, nil, 100) == nil)
    #expect(left(100, 200, 0) == nil)
    #expect(left(300, 200, 10) == nil)
  }
}

@Suite("The list of transfers")
struct TransferListTests {
  private let rows = [Samples.failed, Samples.moving, Samples.retrying, Samples.complete]

  private func lines(
    _ rows: [TransferRow],
    showsAll: Bool = true,
    userID: UInt32 = 1000,
    width: Int? = nil
  ) -> String {
    TransferList.lines(
      rows,
      Samples.clock,
      .plain,
      showsAll: showsAll,
      userID: userID,
      width: width
    ).joined(separator: "\n")
  }

  @Test("shows how far each is, how fast, for how long still, and what it waits for")
  func table() {
    #expect(
      lines(rows) == """
        NUMBER  NAME           STATE         DONE       RATE  LEFT  WHAT
            12  debian.iso     running        41%  9.0 MiB/s   40s  /home/ada/
            13  kernel.tar.xz  waiting    3.0 MiB          -     -  tries again at Sat 04:30 (the server answered 503)
            14  SHA256SUMS     completed     100%          -     -  /home/ada/SHA256SUMS
            15  nothing.txt    failed         0 B          -     -  has failed: the server answered 404
        """
    )
  }

  @Test("fits into a narrow terminal", arguments: [80, 100])
  func narrow(width: Int) {
    let all = lines(rows, width: width).split(separator: "\n")
    #expect(all.allSatisfy { $0.count <= width }, "\(all)")
  }

  @Test("says whose they are, to who sees those of others")
  func owners() {
    var row = Samples.moving
    row.status.app = AppIdentifier("com.example.mail")
    row.status.ownerUserID = nil
    let text = lines([row, Samples.retrying], userID: 0)
    #expect(text.contains("NUMBER  WHOSE"))
    #expect(text.contains("com.example.mail"))
    #expect(text.contains("user 1000"))
  }

  @Test("says how to get a transfer, or where the others are, where there is none")
  func none() {
    #expect(lines([]) == "No transfers. `torpor download URL` begins one.")
    #expect(
      lines([], showsAll: false)
        == "No active transfers. `torpor transfers --all` also lists finished ones."
    )
  }
}

@Suite("An explanation of a transfer")
struct TransferExplanationTests {
  private func text(_ row: TransferRow) -> String {
    TransferExplanation.lines(row, Samples.clock, .plain).joined(separator: "\n")
  }

  @Test("tells of one that waits what was asked for, what it waits for, and what it did")
  func waiting() {
    var row = Samples.retrying
    row.status.isDiscretionary = true
    row.status.attempts = 3
    row.status.blockers.append(
      Condition(.externalPower, holds: false, since: Samples.now - .minutes(4))
    )
    #expect(
      text(row) == """
        Transfer 13 (kernel.tar.xz) waits for external power; tries again at Sat 04:30 (the server answered 503).
          https://example.com/kernel.tar.xz

        Request
          a download to /home/ada/
          when conditions are good (discretionary)
          submitted 5m 00s ago, Sat 03:55:00 by user \(LoginName.of(1000))
          fails if not finished by 2026-11-28 04:00

        What it waits for
          blocked  the last attempt failed a short time ago
                   until Sat 04:30 (in 30m 00s)
          blocked  the device is not on external power
                   since Sat 03:56:00 (4m 00s)

        Progress
          3.0 MiB
          3 attempts
          the last one failed: the server answered 503
        """
    )
  }

  @Test("tells of one that moves how fast, and of one that is over how it went")
  func others() {
    #expect(
      text(Samples.moving).contains("  260 MiB of 628 MiB, 41%, 9.0 MiB/s, 40s left\n  1 attempt")
    )
    var row = Samples.complete
    row.status.app = AppIdentifier("com.example.mail")
    row.status.session = "episodes"
    row.detail.mimeType = "text/plain"
    row.detail.finalURL = "https://cdn.example.com/x"
    let page = text(row)
    #expect(page.contains("by app com.example.mail, session 'episodes'"))
    #expect(
      page.hasSuffix(
        """
          1.4 KiB of 1.4 KiB, 100%
          1 attempt
          ended 1m 00s ago, Sat 03:59:00
          the server answered 200
          in /home/ada/SHA256SUMS
          of type text/plain
          from https://cdn.example.com/x, after redirects
        """
      )
    )
    let sent = Samples.transfer(.running, .upload, url: nil, source: "/home/ada/film.mkv")
    #expect(text(sent).contains("an upload of /home/ada/film.mkv"))
    #expect(text(sent).contains("its URL is no longer known"))
  }
}
