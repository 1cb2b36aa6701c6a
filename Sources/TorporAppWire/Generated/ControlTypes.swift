// Made from Interfaces/io.torpor.Control.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporAppModel

extension TransferDestination: WireObject {
  package static let keys = ["path", "isFolder", "replaces", "makesFolders"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      file: try message.value("path"),
      isFolder: try message.optional("isFolder") ?? false,
      replaces: try message.optional("replaces") ?? false,
      makesFolders: try message.optional("makesFolders") ?? false
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("path", file.json),
      ("isFolder", isFolder == false ? nil : isFolder.json),
      ("replaces", replaces == false ? nil : replaces.json),
      ("makesFolders", makesFolders == false ? nil : makesFolders.json),
    ]
  }
}

extension TransferProgress: WireObject {
  package static let keys = ["bytes", "totalBytes", "bytesPerSecond"]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      bytes: try message.value("bytes"),
      totalBytes: try message.optional("totalBytes"),
      bytesPerSecond: try message.value("bytesPerSecond")
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("bytes", bytes.json),
      ("totalBytes", totalBytes?.json),
      ("bytesPerSecond", bytesPerSecond.json),
    ]
  }
}

extension TransferRow: WireObject {
  package static let keys = [
    "transfer", "app", "ownerUserID", "session", "direction", "state", "isDiscretionary",
    "submittedMicroseconds", "deadlineMicroseconds", "attempts", "bytes", "expectedBytes",
    "lastErrorCode", "lastErrorName", "blockers", "url", "label", "destination", "file", "progress",
    "endedMicroseconds", "status", "errorCode", "errorName", "cancellationReason", "path",
    "finalURL", "mimeType", "cause", "challenge",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    self.init(
      status: try .init(message),
      url: try message.optional("url"),
      label: try message.optional("label"),
      destination: try message.optional("destination"),
      source: try message.optional("file"),
      progress: try message.optional("progress"),
      outcome: message["endedMicroseconds"] == nil ? nil : try .init(message),
      detail: try .init(message)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    status.members + [
      ("url", url?.json),
      ("label", label?.json),
      ("destination", destination?.json),
      ("file", source?.json),
      ("progress", progress?.json),
    ] + (outcome?.members ?? []) + detail.members
  }
}
