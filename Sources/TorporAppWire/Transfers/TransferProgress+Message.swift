package import TorporAppModel

// How far a transfer is, in a list and in the events of a session.

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
