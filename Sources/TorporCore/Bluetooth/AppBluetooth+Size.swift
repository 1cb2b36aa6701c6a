import TorporModel

// The possible length of the answer `StandingBluetooth`: a message has 1 MiB.

extension AppBluetooth {
  /// The maximum number of bytes of an app's requests in that answer.
  ///
  /// 960 KiB: the limit of a message, minus 64 KiB for the rest of its text.
  package static let answerBytesMax = 960 << 10

  /// The maximum number of bytes that the requests need there.
  package var answerBytes: Int { requests.reduce(0) { $0 + $1.answerBytes } }

  /// Returns the reason to refuse a request that replaces some others; `nil`: none.
  func refusal(
    of wanted: Request,
    inPlaceOf isReplaced: (Request.Kind) -> Bool
  ) -> Refusal? {
    let bytes = requests.reduce(wanted.answerBytes) {
      $0 + (isReplaced($1.kind) || $1.kind == wanted.kind ? 0 : $1.answerBytes)
    }
    return bytes <= Self.answerBytesMax
      ? nil : .textTooLong(bytes: bytes, bytesMax: Self.answerBytesMax)
  }
}

extension AppBluetooth.Request {
  fileprivate var answerBytes: Int {
    var bytes = restoreIdentifier.map(Self.bytes) ?? 0
    switch kind {
    case .connection(let peripheral):
      // {"peripheral":,"isConnected":false,"characteristics":[]}
      bytes += 60 + Self.bytes(peripheral)
      bytes += subscriptions.reduce(0) { $0 + Self.bytes($1) }
    case .scan(let services), .advertising(let services):
      bytes += services.reduce(0) { $0 + Self.bytes($1) }
    case .publishing(let services):
      for service in services {
        // {"service":,"characteristics":[]}
        bytes += 40 + Self.bytes(service.number)
        for characteristic in service.characteristics {
          // {"characteristic":,"uses":[]} with all five uses.
          bytes += 110 + Self.bytes(characteristic.number)
        }
      }
    }
    return bytes
  }

  /// Returns the maximum number of bytes of a text in JSON, with its quotation marks and a comma: an escape has 6.
  static func bytes(_ text: String) -> Int { 6 * text.utf8.count + 3 }
}
