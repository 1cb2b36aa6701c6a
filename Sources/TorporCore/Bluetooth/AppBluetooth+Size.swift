import TorporModel

// How long the answer to `StandingBluetooth` can become: a message has 1 MiB.

extension AppBluetooth {
  /// The most bytes that an app's requests may take in that answer.
  ///
  /// 960 KiB: what a message has, less 64 KiB for the words around them.
  package static let answerBytesMax = 960 << 10

  /// The most bytes that the requests take there.
  package var answerBytes: Int { requests.reduce(0) { $0 + $1.answerBytes } }

  /// What there is against another request in place of some others; `nil`: nothing.
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

  /// The most bytes of a text in JSON, with its quotation marks and a comma: an escape has 6.
  static func bytes(_ text: String) -> Int { 6 * text.utf8.count + 3 }
}
