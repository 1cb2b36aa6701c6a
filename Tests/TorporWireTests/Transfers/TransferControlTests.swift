import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call about the transfers of a person")
struct TransferControlTests {
  static let all: [ControlCall] =
    [
      .submitTransfers(Control.SubmitTransfers(Samples.transferSubmission)),
      .listTransfers(Control.ListTransfers()),
      .listTransfers(
        Control.ListTransfers(
          transfer: Samples.transfer,
          after: Samples.transfer,
          includesOver: true
        )
      ),
    ]
    + [
      .pauseTransfers(Control.PauseTransfers(transfers: numbers)),
      .resumeTransfers(Control.ResumeTransfers(transfers: numbers)),
      .cancelTransfers(Control.CancelTransfers(transfers: numbers)),
      .retryTransfers(Control.RetryTransfers(transfers: numbers)),
      .removeTransfers(Control.RemoveTransfers(transfers: numbers)),
    ]

  private static let numbers = [Samples.transfer, TransferIdentifier(rawValue: .max)]

  /// One byte more than a file system takes.
  private static let longName = String(repeating: "n", count: 256)

  @Test(
    "with a wrong parameter is refused by the parameter's name",
    arguments: [
      ("SubmitTransfers", "{}", "transfers"),
      ("SubmitTransfers", #"{"transfers":[]}"#, "transfers"),
      ("SubmitTransfers", #"{"transfers":[7]}"#, "transfers.0"),
      ("SubmitTransfers", #"{"transfers":[{"url":"http://a"}]}"#, "transfers.0.destination"),
      (
        "SubmitTransfers",
        #"{"transfers":[{"url":"http://a","destination":{"path":"b"}}]}"#,
        "transfers.0.destination.path"
      ),
      (
        "SubmitTransfers",
        #"{"transfers":[{"url":"http://a","destination":{"path":"/b/"}}]}"#,
        "transfers.0.destination.path"
      ),
      (
        "SubmitTransfers",
        #"{"transfers":[{"url":"http://a","destination":{"path":"/\#(TransferControlTests.longName)"}}]}"#,
        "transfers.0.destination.path"
      ),
      (
        "SubmitTransfers",
        #"{"transfers":[{"url":"http://a","destination":{"path":"/b","mode":7}}]}"#,
        "transfers.0.destination.mode"
      ),
      (
        "SubmitTransfers",
        #"{"transfers":[{"url":"http://a","file":"/b","direction":"download"}]}"#,
        "transfers.0.direction"
      ),
      (
        "SubmitTransfers",
        #"{"transfers":[{"url":"http://a","file":"/b","isDiscretionary":true}]}"#,
        "transfers.0.isDiscretionary"
      ),
      (
        "SubmitTransfers",
        #"{"transfers":[{"url":"http://a","file":"/b"}],"timeoutMicroseconds":0}"#,
        "timeoutMicroseconds"
      ),
      ("ListTransfers", #"{"transfer":1}"#, "transfer"),
      ("ListTransfers", #"{"all":true}"#, "all"),
      ("PauseTransfers", "{}", "transfers"), ("ResumeTransfers", #"{"transfers":[]}"#, "transfers"),
      ("CancelTransfers", #"{"transfers":["1","x"]}"#, "transfers.1"),
      ("RetryTransfers", #"{"transfers":[1]}"#, "transfers.0"),
      ("RemoveTransfers", #"{"transfers":["1"],"files":true}"#, "files"),
    ]
  )
  func invalid(method: String, parameters: String, name: String) throws {
    let parameters = try json(parameters)
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try ControlCall(method: method, parameters: parameters)
    }
  }

  @Test("names at most 256 transfers")
  func limit() throws {
    func numbers(_ count: Int) -> JSON {
      .object(["transfers": .array(Array(repeating: .string("1"), count: count))])
    }
    _ = try ControlCall(method: "PauseTransfers", parameters: numbers(256))
    #expect(throws: WireError.invalidParameter(parameter: "transfers")) {
      try ControlCall(method: "PauseTransfers", parameters: numbers(257))
    }
  }
}

@Suite("A transfer in a list")
struct TransferRowTests {
  @Test("shows a file from the root of the tree, and a folder with a slash at its end")
  func paths() {
    var content = TransferContent(
      url: "http://a",
      source: TransferFile(root: "/home/ada", path: "b/c"),
      destination: TransferDestination(file: TransferFile(path: "/home/ada"), isFolder: true)
    )
    var row = TransferRow(
      status: Samples.rows[0].status,
      content: content,
      detail: TransferDetail(),
      progress: nil
    )
    #expect(row.source == "/home/ada/b/c")
    #expect(row.destination == "/home/ada/")
    content.destination?.isFolder = false
    row = TransferRow(
      status: row.status,
      content: content,
      detail: TransferDetail(),
      progress: nil
    )
    #expect(row.destination == "/home/ada")
  }

  @Test("is left out where it is of a kind that only a newer system knows")
  func newerKinds() throws {
    func read(_ row: String) throws -> [TransferRow] {
      try App.ListTransfers.Reply(reply: json(#"{"hasMore":false,"transfers":[\#(row)]}"#))
        .transfers
    }
    #expect(try read(#"{"transfer":"1","direction":"sideways","state":"queued"}"#).isEmpty)
    let cause = "'transfers.0.session' is missing or not of its type"
    #expect(throws: WireError.malformedMessage(cause: cause)) {
      try read(#"{"transfer":"1","direction":"upload","state":"queued"}"#)
    }
  }

  @Test("fits into a message with all that are on its page, however long their texts are")
  func page() {
    let short = Array(repeating: Samples.rows[1], count: 150)
    #expect(TransferRow.page(of: short).count == 100)
    var long = Samples.rows[1]
    long.url = "http://a/" + String(repeating: "b", count: 8183)
    long.detail.finalURL = long.url
    let page = TransferRow.page(of: Array(repeating: long, count: 100))
    #expect((10..<40).contains(page.count))
    let reply = VarlinkReply(
      parameters: Control.ListTransfers.Reply(transfers: page, next: Samples.transfer).parameters
    )
    #expect(reply.bytes.count <= VarlinkFramer.messageBytesMax)
    long.label = String(repeating: "c", count: 600 << 10)
    #expect(TransferRow.page(of: [long, long]).count == 1)
  }
}
