import NIOCore
import TorporCrypto

/// The names of all channels of an app, in a fleet: one value for each app.
///
/// Concurrency: used on the event loop of its client.
final class FleetChannelLists {
  private let stream: JetStream
  private let bucket: JetStream.Bucket
  private let turns: FleetTurns
  private let metrics: Metrics

  init(_ stream: JetStream, _ bucket: JetStream.Bucket, _ turns: FleetTurns, _ metrics: Metrics) {
    (self.stream, self.bucket, self.turns, self.metrics) = (stream, bucket, turns, metrics)
  }

  struct Listed {
    var ids: [ChannelID]
    let revision: UInt64
  }

  /// The result of a change to a list.
  enum Change {
    case done
    case refused(Refusal)
    /// No answer has arrived: it may have been written.
    case unknown(Refusal)
  }

  /// The format of a list; that of another build is not read.
  private static let listFormat: Int64 = 1

  static func key(_ app: ChannelApp) -> String {
    "app-" + Hex.encode(Digest.sha256(Array("\(app.environment.rawValue) \(app.name)".utf8)))
  }

  func read(_ app: ChannelApp, _ answer: @escaping (Result<Listed, Refusal>) -> Void) {
    stream.read(bucket, Self.key(app)) { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(turns.refusal(failure)))
      case .success(let entry):
        // A list that cannot be read must not be overwritten as if there were none.
        guard let ids = Self.ids(entry.value) else {
          metrics.noteStoreFailure("the list of the channels of \(app.name) cannot be read")
          return answer(.failure(Refusal(.internalServerError)))
        }
        answer(.success(Listed(ids: ids, revision: entry.revision)))
      }
    }
  }

  /// Returns the names in a list, which may not exist yet; `nil` if it cannot be read.
  static func ids(_ value: [UInt8]?) -> [ChannelID]? {
    guard let value else { return [] }
    guard let object = JSONValue(value),
      // The first lists had no format number.
      object["format"].map({ $0.integer == listFormat }) ?? true,
      let bytes = object["ids"]?.text.flatMap({ Base64URL.decode($0) }),
      bytes.count.isMultiple(of: ChannelID.byteCount)
    else { return nil }
    return stride(from: 0, to: bytes.count, by: ChannelID.byteCount).map {
      ChannelID(known: Array(bytes[$0..<$0 + ChannelID.byteCount]))
    }
  }

  /// Changes the list, as it was just read or as it is read now, unless the change is refused; starts again if another
  /// gateway has changed it.
  func change(
    _ app: ChannelApp,
    as known: Listed? = nil,
    until deadline: NIODeadline,
    attempt: Int = 0,
    _ act: @escaping (inout [ChannelID]) -> Refusal?,
    _ answer: @escaping (Change) -> Void
  ) {
    guard var listed = known else {
      return read(app) { [self] result in
        switch result {
        case .failure(let refusal): answer(.refused(refusal))
        case .success(let listed):
          change(app, as: listed, until: deadline, attempt: attempt, act, answer)
        }
      }
    }
    let before = listed.ids
    if let refusal = act(&listed.ids) { return answer(.refused(refusal)) }
    if listed.ids == before { return answer(.done) }
    var text = JSONText()
    text.set("format", Self.listFormat)
    text.set("app", app.name)
    text.set("ids", Base64URL.encode(listed.ids.flatMap { $0.bytes }))
    stream.write(bucket, Self.key(app), text.finished.utf8, expecting: listed.revision) {
      [self] result in
      switch result {
      case .success: answer(.done)
      case .failure(.conflict):
        let refused: (Result<Void, Refusal>) -> Void = {
          if case .failure(let refusal) = $0 { answer(.refused(refusal)) }
        }
        turns.again(attempt, until: deadline, refused) { [self] in
          change(app, until: deadline, attempt: $0, act, answer)
        }
      case .failure(let failure):
        let isUnknown =
          switch failure {
          case .timedOut, .connectionLost, .unavailable, .garbled: true
          default: false
          }
        answer(isUnknown ? .unknown(turns.refusal(failure)) : .refused(turns.refusal(failure)))
      }
    }
  }
}
