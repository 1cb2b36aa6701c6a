import TorporModel

// A transfer as it stands in a call, of an app or of a person: what the policy knows and what is only
// carried, side by side. Read by hand for both, since an app writes it.

/// Which of its parts a transfer has on the wire.
enum TransferMessageKind {
  /// An app's: it says when, and the system where to.
  case ofApp
  /// A person's: it says where to; when is said once for the whole call.
  case ofUser

  fileprivate static let contentKeys = [
    "url", "method", "headers", "file", "sha256", "bytesPerSecondMax", "resumption", "label",
  ]

  fileprivate static let policyKeys = [
    "isDiscretionary", "earliestBeginMicroseconds", "expectedBytes", "allowsCellular",
    "allowsExpensive", "allowsConstrained", "resumes",
  ]

  fileprivate var keys: [String] {
    switch self {
    case .ofApp: Self.contentKeys + Self.policyKeys
    case .ofUser: Self.contentKeys + ["direction", "destination"]
    }
  }
}

/// The transfers of one call: what the policy knows of each, and what each carries.
struct TransferMessages: Hashable {
  var requests: [TransferRequest] = []
  var contents: [TransferContent] = []

  init() {}

  /// Reads the parameter `transfers`.
  ///
  /// - Throws: `WireError.invalidParameter` with the way to it: `transfers.2.url`.
  init(_ call: MessageReader, _ kind: TransferMessageKind) throws(WireError) {
    guard let elements = call["transfers"]?.elements,
      (1...TransferContent.countMax).contains(elements.count)
    else { throw .invalidParameter(parameter: "transfers") }
    for (index, element) in elements.enumerated() {
      let prefix = "transfers.\(index)."
      let (request, content) = try inside(prefix) { () throws(WireError) in
        try Self.read(element, kind)
      }
      try content.check(prefix)
      requests.append(request)
      contents.append(content)
    }
  }

  private static func read(
    _ json: JSON,
    _ kind: TransferMessageKind
  ) throws(WireError) -> (TransferRequest, TransferContent) {
    guard case .object = json else { throw .invalidParameter(parameter: "url") }
    let members = try MessageReader(call: json, known: kind.keys)
    let content = try TransferContent(members)
    guard let url = try? TransferURL(parsing: content.url) else {
      throw .invalidParameter(parameter: "url")
    }
    var request = TransferRequest(direction: content.source == nil ? .download : .upload)
    switch kind {
    case .ofApp: try request.readPolicy(members)
    case .ofUser:
      // Which way it goes follows from what it names; it is said all the same, so that a slip shows.
      let direction: TransferDirection? = try members.optionalWord("direction")
      if let direction, direction != request.direction {
        throw .invalidParameter(parameter: "direction")
      }
      // The answer to an upload is of use to nobody who does not ask for it.
      if request.direction == .download, content.destination == nil {
        throw .invalidParameter(parameter: "destination")
      }
    }
    request.hostKey = url.hostKey
    request.staysOnMachine = url.isLoopback
    return (request, content)
  }

  /// The value of the parameter `transfers`.
  func json(_ kind: TransferMessageKind) -> JSON {
    .array(
      zip(requests, contents).map { request, content in
        switch kind {
        case .ofApp: .object(optional: content.fields + request.policyFields)
        case .ofUser:
          .object(
            optional: [("direction", .string(request.direction.rawValue))] + content.fields + [
              ("destination", content.destination.map { $0.json })
            ]
          )
        }
      }
    )
  }
}

/// Runs a reader whose parameters lie inside another.
private func inside<Value>(
  _ prefix: String,
  _ read: () throws(WireError) -> Value
) throws(WireError) -> Value {
  do throws(WireError) {
    return try read()
  } catch .invalidParameter(let parameter) {
    throw .invalidParameter(parameter: prefix + parameter)
  }
}

extension TransferRequest {
  fileprivate mutating func readPolicy(_ members: MessageReader) throws(WireError) {
    isDiscretionary = try members.optionalFlag("isDiscretionary") ?? false
    earliestBegin = try members.optionalLength("earliestBeginMicroseconds")
    expectedBytes = try members.optionalCount("expectedBytes")
    network = try TransferNetwork(members)
    resumes = members["resumes"] == nil ? nil : try members.identifier("resumes")
  }

  fileprivate var policyFields: [(key: String, value: JSON?)] {
    [
      ("isDiscretionary", isDiscretionary ? .bool(true) : nil),
      ("earliestBeginMicroseconds", earliestBegin.map { .integer($0.microseconds) }),
      ("expectedBytes", expectedBytes.map { .integer($0) }),
    ] + network.fields + [("resumes", resumes.map { JSON($0) })]
  }
}

extension TransferNetwork {
  /// Reads the three parameters; what is left out is allowed.
  init(_ members: MessageReader) throws(WireError) {
    self.init(
      allowsCellular: try members.optionalFlag("allowsCellular") ?? true,
      allowsExpensive: try members.optionalFlag("allowsExpensive") ?? true,
      allowsConstrained: try members.optionalFlag("allowsConstrained") ?? true
    )
  }

  var fields: [(key: String, value: JSON?)] {
    [
      ("allowsCellular", allowsCellular ? nil : .bool(false)),
      ("allowsExpensive", allowsExpensive ? nil : .bool(false)),
      ("allowsConstrained", allowsConstrained ? nil : .bool(false)),
    ]
  }
}

extension TransferContent {
  /// Reads the request that takes a transfer's place: everything but the policy's part of it.
  ///
  /// - Throws: `WireError.invalidParameter`, with the parameter that it stands in before the name.
  init(call json: JSON, parameter: String) throws(WireError) {
    let content = try inside(parameter + ".") { () throws(WireError) in
      let members = try MessageReader(call: json, known: TransferMessageKind.contentKeys)
      let content = try TransferContent(members)
      guard (try? TransferURL(parsing: content.url)) != nil else {
        throw .invalidParameter(parameter: "url")
      }
      return content
    }
    try content.check(parameter + ".")
    self = content
  }

  fileprivate init(_ members: MessageReader) throws(WireError) {
    var headers: [TransferHeader] = []
    if let value = members["headers"] {
      guard let elements = value.elements else { throw .invalidParameter(parameter: "headers") }
      for (index, element) in elements.enumerated() {
        headers.append(
          try inside("headers.\(index).") { () throws(WireError) in
            let header = try MessageReader(call: element, known: ["name", "value"])
            return TransferHeader(try header.text("name"), try header.text("value"))
          }
        )
      }
    }
    self.init(
      url: try members.text("url"),
      method: try members.optionalText("method"),
      headers: headers,
      source: try members.optionalText("file").map { TransferFile(path: $0) },
      destination: try members["destination"].map { json throws(WireError) in
        try inside("destination.") { () throws(WireError) in try TransferDestination(json) }
      },
      sha256: try members.optionalText("sha256"),
      bytesPerSecondMax: try members.optionalCount("bytesPerSecondMax"),
      uploadResumption: try members.optionalWord("resumption") ?? .automatic,
      label: try members.optionalText("label")
    )
  }

  /// The members that say where it leads and what it carries.
  var fields: [(key: String, value: JSON?)] {
    [
      ("url", .string(url)), ("method", .text(method)),
      (
        "headers",
        headers.isEmpty
          ? nil
          : .array(headers.map { .object(["name": .string($0.name), "value": .string($0.value)]) })
      ),
      ("file", .text(source?.path)), ("sha256", .text(sha256)),
      ("bytesPerSecondMax", bytesPerSecondMax.map { .integer($0) }),
      ("resumption", uploadResumption == .automatic ? nil : .string(uploadResumption.rawValue)),
      ("label", .text(label)),
    ]
  }
}

extension TransferDestination {
  fileprivate init(_ json: JSON) throws(WireError) {
    let members = try MessageReader(
      call: json,
      known: ["path", "isFolder", "replaces", "makesFolders"]
    )
    self.init(
      file: TransferFile(path: try members.text("path")),
      isFolder: try members.optionalFlag("isFolder") ?? false,
      replaces: try members.optionalFlag("replaces") ?? false,
      makesFolders: try members.optionalFlag("makesFolders") ?? false
    )
  }

  fileprivate var json: JSON {
    .object(optional: [
      ("path", .string(file.path)), ("isFolder", isFolder ? .bool(true) : nil),
      ("replaces", replaces ? .bool(true) : nil),
      ("makesFolders", makesFolders ? .bool(true) : nil),
    ])
  }
}
