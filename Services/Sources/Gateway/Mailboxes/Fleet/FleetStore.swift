import Logging
import NIOCore
import TorporCrypto

/// The documents of a fleet in NATS: their buckets, reads, and writes with a comparison.
///
/// Concurrency: used on the event loop of its client.
final class FleetStore {
  let stream: JetStream
  private let settings: FleetSettings
  private let metrics: Metrics
  private(set) var secret: [UInt8] = []
  private var buckets: [JetStream.Bucket] = []
  /// The documents of devices that are connected here: this gateway writes them, so they need not be read each time.
  private var cache: [Mailbox: Stored] = [:]
  private var underWayCount = 0
  private var waiting = CircularBuffer<() -> Void>()

  /// A document with its revision.
  struct Stored {
    var document: MailboxDocument
    var revision: UInt64
    /// Whether it comes from the cache.
    var isCached = false
  }

  /// The maximum number of simultaneous reads and writes: more would only wait at the server, and delay needed answers.
  private static let underWayMax = 256
  /// The maximum number of cached documents, of a few KiB each.
  private static let cacheMax = 10_000
  /// The format of the fact that all gateways share.
  private static let format: Int64 = 1
  /// The time after which a document that is not written expires: the 180 days of a token, and 30 in which its end is
  /// reported.
  private static let age = TimeAmount.hours(210 * 24)

  init(_ client: NATSClient, _ settings: FleetSettings, _ metrics: Metrics) {
    stream = JetStream(client: client, patience: settings.patience)
    (self.settings, self.metrics) = (settings, metrics)
  }

  // MARK: The buckets

  /// Creates missing buckets, and reads the data that all gateways share; can be repeated after a failure.
  func prepare(_ answer: @escaping (Result<Void, FleetFailure>) -> Void) {
    let fleet = bucket("fleet", age: nil)
    make([fleet][...]) { [self] result in
      guard case .success = result else { return answer(failure(result)) }
      readFact(fleet, mayWrite: true) { [self] result in
        switch result {
        case .failure(let failure): answer(.failure(failure))
        case .success(let count):
          buckets = (0..<count).map { bucket("mailboxes-\($0)", age: Self.age) }
          make(buckets[...]) { [self] in answer(failure($0)) }
        }
      }
    }
  }

  /// Returns the message about a failure at the start.
  func failure(of failure: NATSFailure) -> FleetFailure { FleetFailure(failure, settings) }

  private func failure(_ result: Result<Void, NATSFailure>) -> Result<Void, FleetFailure> {
    result.mapError { FleetFailure($0, settings) }
  }

  private func bucket(_ name: String, age: TimeAmount?) -> JetStream.Bucket {
    JetStream.Bucket(
      name: "\(settings.prefix)-\(name)",
      replicas: settings.replicas,
      // The estimate before a write is not exact; the server's own limit is 1 MiB.
      valueBytesMax: MailboxDocument.byteCountMax + 64 << 10,
      age: age
    )
  }

  private func make(
    _ buckets: ArraySlice<JetStream.Bucket>,
    _ answer: @escaping (Result<Void, NATSFailure>) -> Void
  ) {
    guard let first = buckets.first else { return answer(.success(())) }
    stream.make(first) { [self] result in
      guard case .success = result else { return answer(result) }
      make(buckets.dropFirst(), answer)
    }
  }

  /// Reads the secret and the number of buckets, which the first gateway has chosen.
  private func readFact(
    _ bucket: JetStream.Bucket,
    mayWrite: Bool,
    _ answer: @escaping (Result<Int, FleetFailure>) -> Void
  ) {
    stream.read(bucket, "fleet") { [self] result in
      switch result {
      case .failure(let failure): answer(.failure(FleetFailure(failure, settings)))
      case .success(let entry):
        if let bytes = entry.value { return answer(take(bytes)) }
        guard mayWrite else {
          return answer(.failure(FleetFailure("\(bucket.name) has no fact. Start again")))
        }
        var text = JSONText()
        text.set("format", Self.format)
        text.set("buckets", Int64(settings.bucketCount))
        text.set("secret", Base64URL.encode(Digest.random(count: 32)))
        stream.write(bucket, "fleet", text.finished.utf8, expecting: entry.revision) { [self] _ in
          // Another gateway was first: its value is used.
          readFact(bucket, mayWrite: false, answer)
        }
      }
    }
  }

  private func take(_ bytes: [UInt8]) -> Result<Int, FleetFailure> {
    let value = JSONValue(bytes)
    let format = value?["format"]?.integer ?? 0
    guard format == Self.format else {
      return .failure(
        FleetFailure(
          "the mailboxes of \(settings.prefix) are of format \(format), and this build reads "
            + "\(Self.format). Use the build that wrote them, or another --nats-prefix"
        )
      )
    }
    guard let secret = value?["secret"]?.text.flatMap({ Base64URL.decode($0) }), secret.count == 32,
      let count = value?["buckets"]?.integer, (1...256).contains(count)
    else { return .failure(FleetFailure("the fact of \(settings.prefix)-fleet is damaged")) }
    self.secret = secret
    return .success(Int(count))
  }

  /// Checks whether the engine answers at all.
  func probe(_ answer: @escaping (Bool) -> Void) {
    guard let bucket = buckets.first else { return answer(false) }
    stream.read(bucket, "probe") { result in
      if case .success = result { answer(true) } else { answer(false) }
    }
  }

  /// Counts the devices with a document; `nil`: a bucket does not answer.
  func count(_ answer: @escaping (Int64?) -> Void) { count(buckets[...], 0, answer) }

  private func count(
    _ buckets: ArraySlice<JetStream.Bucket>,
    _ sum: Int64,
    _ answer: @escaping (Int64?) -> Void
  ) {
    guard let first = buckets.first else { return answer(sum) }
    stream.count(first) { [self] result in
      guard case .success(let number) = result else { return answer(nil) }
      count(buckets.dropFirst(), sum + number, answer)
    }
  }

  // MARK: Documents

  private func place(of mailbox: Mailbox) -> (bucket: JetStream.Bucket, key: String) {
    let index = Int(mailbox.bytes.last ?? 0) % buckets.count
    return (buckets[index], Hex.encode(mailbox.bytes))
  }

  /// Loads the document of a device; an empty one if the device is unknown.
  ///
  /// `unless`: the document is no longer needed when it is its turn.
  func load(
    _ mailbox: Mailbox,
    unless isVain: @escaping () -> Bool,
    _ answer: @escaping (Result<Stored, NATSFailure>) -> Void
  ) {
    if let stored = cache[mailbox] { return answer(.success(stored)) }
    let (bucket, key) = place(of: mailbox)
    take { [self] in
      if isVain() {
        give()
        return answer(.failure(.timedOut))
      }
      stream.read(bucket, key) { [self] result in
        metrics.noteEngine(.read)
        let stored = result.flatMap { Self.stored($0) }
        give()
        answer(stored)
      }
    }
  }

  private static func stored(_ entry: JetStream.Entry) -> Result<Stored, NATSFailure> {
    guard let value = entry.value else {
      return .success(Stored(document: MailboxDocument(), revision: entry.revision))
    }
    do throws(NATSFailure) {
      return .success(Stored(document: try MailboxDocument(value), revision: entry.revision))
    } catch {
      return .failure(error)
    }
  }

  /// Writes a document over the one that was read; `isKept`: it is likely to be read again.
  func save(
    _ document: MailboxDocument,
    _ mailbox: Mailbox,
    over revision: UInt64,
    isKept: Bool,
    _ answer: @escaping (Result<Void, NATSFailure>) -> Void
  ) {
    let (bucket, key) = place(of: mailbox)
    let bytes = document.bytes
    cache[mailbox] = nil
    take { [self] in
      stream.write(bucket, key, bytes, expecting: revision) { [self] result in
        metrics.noteEngine(result == .failure(.conflict) ? .conflict : .write)
        if isKept, case .success(let revision) = result {
          if cache.count >= Self.cacheMax { cache = [:] }
          cache[mailbox] = Stored(document: document, revision: revision, isCached: true)
        }
        give()
        answer(result.map { _ in })
      }
    }
  }

  /// Makes the next `load` ask the server.
  func forget(_ mailbox: Mailbox) { cache[mailbox] = nil }

  private func take(_ act: @escaping () -> Void) {
    guard underWayCount < Self.underWayMax else { return waiting.append(act) }
    underWayCount += 1
    act()
  }

  private func give() {
    underWayCount -= 1
    guard let next = waiting.popFirst() else { return }
    underWayCount += 1
    next()
  }
}
