package import TorporAppModel

// A transfer as it stands in a call, of an app or of a user: what the policy knows and what is only
// carried, side by side.

/// A transfer that an app asks for: it says when, and the system where to.
package struct NewTransfer: Hashable, Sendable, WireObject {
  /// What the policy knows of it.
  package var request: TransferRequest
  /// What it carries.
  package var content: TransferContent

  package init(request: TransferRequest, content: TransferContent) {
    self.request = request
    self.content = content
  }

  package static let keys =
    TransferContent.keys + [
      "isDiscretionary", "earliestBeginMicroseconds", "expectedBytes", "allowsCellular",
      "allowsExpensive", "allowsConstrained", "resumes", "isSuspended",
    ]

  package init(_ message: ParameterReader) throws(WireError) {
    content = try TransferContent(message)
    request = try TransferRequest(to: content, message)
    request.isDiscretionary = try message.optional("isDiscretionary") ?? false
    request.earliestBegin = try message.optional(
      "earliestBeginMicroseconds",
      microseconds: 0 ... .max
    )
    request.expectedBytes = try message.optional("expectedBytes", in: 0 ... .max)
    request.network = try TransferNetwork(message)
    request.resumes = try message.optional("resumes")
    request.isSuspended = try message.optional("isSuspended") ?? false
    try content.check(message)
  }

  package var members: [(key: String, value: JSON?)] {
    content.members + [
      ("isDiscretionary", request.isDiscretionary ? true.json : nil),
      ("earliestBeginMicroseconds", request.earliestBegin?.json),
      ("expectedBytes", request.expectedBytes?.json),
    ] + request.network.members + [
      ("resumes", request.resumes?.json),
      ("isSuspended", request.isSuspended ? true.json : nil),
    ]
  }
}

/// A transfer that a user asks for: it says where to; when is said once for the whole call.
package struct SubmittedTransfer: WireObject {
  package var request: TransferRequest
  package var content: TransferContent

  package static let keys = TransferContent.keys + ["direction", "destination"]

  package init(request: TransferRequest, content: TransferContent) {
    self.request = request
    self.content = content
  }

  package init(_ message: ParameterReader) throws(WireError) {
    content = try TransferContent(message)
    content.destination = try message.optional("destination")
    request = try TransferRequest(to: content, message)
    // Which way it goes follows from what it names; it is said all the same, so that a slip shows.
    let direction: TransferDirection? = try message.optional("direction")
    if let direction, direction != request.direction { throw message.invalid("direction") }
    // The answer to an upload is of no use unless it was asked for.
    if request.direction == .download, content.destination == nil {
      throw message.invalid("destination")
    }
    try content.check(message)
  }

  package var members: [(key: String, value: JSON?)] {
    [("direction", request.direction.json)] + content.members + [
      ("destination", content.destination?.json)
    ]
  }
}

extension TransferRequest {
  /// What the policy knows of a transfer by what it carries.
  fileprivate init(to content: TransferContent, _ message: ParameterReader) throws(WireError) {
    guard let url = try? TransferURL(parsing: content.url) else { throw message.invalid("url") }
    self.init(direction: content.source == nil ? .download : .upload)
    hostKey = url.hostKey
    staysOnMachine = url.isLoopback
  }
}

/// It has no object of its own; what is left out is allowed.
extension TransferNetwork {
  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      allowsCellular: try message.optional("allowsCellular") ?? true,
      allowsExpensive: try message.optional("allowsExpensive") ?? true,
      allowsConstrained: try message.optional("allowsConstrained") ?? true
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("allowsCellular", allowsCellular ? nil : false.json),
      ("allowsExpensive", allowsExpensive ? nil : false.json),
      ("allowsConstrained", allowsConstrained ? nil : false.json),
    ]
  }
}

/// What is carried and not its place, which only users name.
extension TransferContent {
  fileprivate static let keys = [
    "url", "method", "headers", "file", "sha256", "bytesPerSecondMax", "resumption", "label",
  ]

  fileprivate init(_ message: ParameterReader) throws(WireError) {
    let source: String? = try message.optional("file")
    self.init(
      url: try message.value("url"),
      method: try message.optional("method"),
      headers: try message.optional("headers") ?? [],
      source: source.map { TransferFile(path: $0) },
      sha256: try message.optional("sha256"),
      bytesPerSecondMax: try message.optional("bytesPerSecondMax", in: 0 ... .max),
      uploadResumption: try message.optional("resumption") ?? .automatic,
      label: try message.optional("label")
    )
  }

  fileprivate var members: [(key: String, value: JSON?)] {
    [
      ("url", url.json), ("method", method?.json),
      ("headers", headers.isEmpty ? nil : headers.json), ("file", source?.path.json),
      ("sha256", sha256?.json), ("bytesPerSecondMax", bytesPerSecondMax?.json),
      ("resumption", uploadResumption == .automatic ? nil : uploadResumption.json),
      ("label", label?.json),
    ]
  }
}

/// What takes the place of a transfer that was about to begin: all but the policy's part of it.
package struct ReplacingRequest: Hashable, Sendable, WireObject {
  package var content: TransferContent

  package init(_ content: TransferContent) { self.content = content }

  package static let keys = TransferContent.keys

  package init(_ message: ParameterReader) throws(WireError) {
    content = try TransferContent(message)
    _ = try TransferRequest(to: content, message)
    try content.check(message)
  }

  package var members: [(key: String, value: JSON?)] { content.members }
}

/// A file as a user names it: by its path from the root of the tree.
extension TransferFile: WireValue {
  package init(_ element: WireElement) throws(WireError) { self.init(path: try String(element)) }

  package var json: JSON { path.json }
}
