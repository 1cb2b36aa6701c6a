import Testing
import TorporCore
import TorporModel

// What a journal does about transfers.

extension JournalContract {
  func keepsTransfers(_ open: Opener) throws {
    let samples = [full(), upload(), bare()]
    let numbers = samples.indices.map { TransferIdentifier(rawValue: UInt64($0 + 1)) }
    try {
      var turn = TurnRecord()
      turn.newTransfers = zip(numbers, samples).map { ($0, $1) }
      try open().commit(turn)
    }()
    let journal = try open()
    #expect(try journal.transfers(numbers) == samples)
    let others = [number(3), number(9), number(1)]
    #expect(try journal.transfers(others) == [bare(), nil, full()])
    #expect(try journal.transfers([]).isEmpty)
  }

  func firstTransferStands(_ open: Opener) throws {
    let journal = try open()
    for stored in [full(), bare()] {
      var turn = TurnRecord()
      turn.newTransfers = [(number(1), stored)]
      try journal.commit(turn)
    }
    #expect(try journal.transfers([number(1)]) == [full()])
  }

  func keepsDetails(_ open: Opener) throws {
    let journal = try open()
    var turn = TurnRecord()
    turn.newTransfers = [(number(1), bare()), (number(2), bare())]
    try journal.commit(turn)
    let challenge = TransferChallenge(
      host: "example.org",
      scheme: "Basic",
      isProxy: true,
      previousFailureCount: 2
    )
    for detail in [
      TransferDetail(path: "/a/b", finalURL: "https://b/", mimeType: "text/plain", cause: "no"),
      TransferDetail(challenge: challenge), TransferDetail(),
    ] {
      var turn = TurnRecord()
      // Of one that is not there nothing is kept.
      turn.transferDetails = [(number(1), detail), (number(7), detail)]
      try journal.commit(turn)
      var expected = bare()
      expected.detail = detail
      #expect(try journal.transfers([number(1), number(2), number(7)]) == [expected, bare(), nil])
    }
  }

  func removesTransfers(_ open: Opener) throws {
    let journal = try open()
    var turn = TurnRecord()
    turn.newTransfers = [(number(1), full()), (number(2), bare())]
    try journal.commit(turn)
    var second = TurnRecord()
    second.removedTransfers = [number(1), number(7)]
    try journal.commit(second)
    #expect(try journal.transfers([number(1), number(2)]) == [nil, bare()])
  }

  func replacesTransfers(_ open: Opener) throws {
    let journal = try open()
    var turn = TurnRecord()
    turn.newTransfers = [(number(1), full()), (number(2), bare())]
    try journal.commit(turn)
    var second = TurnRecord()
    second.replacedTransfers = [(number(1), upload()), (number(7), upload())]
    try journal.commit(second)
    #expect(try journal.transfers([number(1), number(2), number(7)]) == [upload(), bare(), nil])
  }

  func countsTransferBytes(_ open: Opener) throws {
    try {
      let journal = try open()
      #expect(try journal.transferBytes(ofUser: 1000) == 0)
      for _ in 0..<2 {
        // The second time they are there already.
        var turn = TurnRecord()
        turn.newTransfers = [(number(1), full()), (number(2), full()), (number(3), bare())]
        try journal.commit(turn)
        #expect(try journal.transferBytes(ofUser: 1000) == 2 * full().byteCount)
        #expect(try journal.transferBytes(ofUser: 1) == bare().byteCount)
      }
    }()
    let journal = try open()
    var longer = full()
    longer.content.url += String(repeating: "x", count: 1000)
    var turn = TurnRecord()
    turn.replacedTransfers = [(number(1), longer)]
    turn.transferDetails = [(number(2), TransferDetail(cause: "it broke off"))]
    try journal.commit(turn)
    #expect(try journal.transferBytes(ofUser: 1000) == 2 * full().byteCount + 1000)
    var last = TurnRecord()
    last.removedTransfers = [number(1), number(3), number(7)]
    try journal.commit(last)
    #expect(try journal.transferBytes(ofUser: 1000) == full().byteCount)
    #expect(try journal.transferBytes(ofUser: 1) == 0)
  }

  // MARK: Material

  private func number(_ number: UInt64) -> TransferIdentifier {
    TransferIdentifier(rawValue: number)
  }

  private func full() -> StoredTransfer {
    StoredTransfer(
      content: TransferContent(
        url: "https://example.org/ä?q=1",
        method: "POST",
        headers: [TransferHeader("Accept", "text/html; q=1"), TransferHeader("X-Empty", "")],
        destination: TransferDestination(
          file: TransferFile(root: "/data/mail", path: "Library/Caches/1"),
          isFolder: true,
          replaces: true,
          makesFolders: true
        ),
        sha256: String(repeating: "0a", count: 32),
        bytesPerSecondMax: 1 << 40,
        uploadResumption: .tus,
        label: "a label"
      ),
      userID: 1000,
      groupID: 4_294_967_294,
      detail: TransferDetail(
        path: "/data/mail/Library/Caches/1",
        finalURL: "https://mirror.example.org/",
        mimeType: "image/png",
        cause: "the server closed after 100 of 200 bytes",
        challenge: TransferChallenge(host: "example.org", scheme: "Digest", realm: "all")
      )
    )
  }

  private func upload() -> StoredTransfer {
    StoredTransfer(
      content: TransferContent(
        url: "http://example.org/",
        source: TransferFile(root: "/data/mail", path: "Documents/video"),
        uploadResumption: .none,
        label: ""
      ),
      userID: 0,
      groupID: 0
    )
  }

  private func bare() -> StoredTransfer {
    StoredTransfer(
      content: TransferContent(
        url: "http://example.org/",
        destination: TransferDestination(file: TransferFile(path: "/home/ada/file"))
      ),
      userID: 1,
      groupID: 2
    )
  }
}
