import NIOCore
import TorporCrypto

/// What the mailboxes need of JetStream: streams that are key-value buckets, a read of the last value, and a write
/// that compares (<https://github.com/nats-io/nats-architecture-and-design>, ADR-1, ADR-8).
struct JetStream {
  let client: NATSClient
  var patience = JetStream.patience

  /// How long one answer may take: 1 s.
  ///
  /// A read takes less than a millisecond, and without a leader none comes.
  static let patience = TimeAmount.seconds(1)

  /// How long a write excludes another one over the same revision: 10 s, longer than one is under way.
  private static let window = TimeAmount.seconds(10)

  /// A bucket, as it is made.
  struct Bucket: Hashable, Sendable {
    let name: String
    var replicas = 3
    var valueBytesMax: Int
    /// After how long a value that nobody has written again goes; `nil`: never.
    var age: TimeAmount?

    var stream: String { "KV_\(name)" }

    func subject(_ key: String) -> String { "$KV.\(name).\(key)" }
  }

  /// A value with its revision, which the next write names.
  struct Entry: Hashable, Sendable {
    /// `nil`: there is none, or it was removed.
    var value: [UInt8]?
    /// 0: there never was one.
    var revision: UInt64
  }

  /// Makes the bucket where it is missing; one that is there is left as it is.
  func make(_ bucket: Bucket, _ answer: @escaping (Result<Void, NATSFailure>) -> Void) {
    ask("STREAM.INFO.\(bucket.stream)", "", within: max(.seconds(5), patience)) { result in
      switch result {
      case .success(let found):
        let replicas = found["config"]?["num_replicas"]?.integer ?? 1
        guard replicas == Int64(bucket.replicas) else {
          let sentence =
            "the stream \(bucket.stream) has \(replicas) replicas, not \(bucket.replicas)"
          return answer(.failure(.differs(sentence)))
        }
        answer(.success(()))
      // 10059: stream not found.
      case .failure(.refused(10_059, _)):
        let within = max(.seconds(10), patience)
        ask("STREAM.CREATE.\(bucket.stream)", configuration(bucket), within: within) {
          answer($0.map { _ in })
        }
      case .failure(let failure): answer(.failure(failure))
      }
    }
  }

  private func configuration(_ bucket: Bucket) -> String {
    var text = JSONText()
    text.set("name", bucket.stream)
    text.set("subjects", json: "[\"$KV.\(bucket.name).>\"]")
    text.set("retention", "limits")
    text.set("storage", "file")
    text.set("discard", "new")
    text.set("num_replicas", Int64(bucket.replicas))
    // The last value alone: what a key-value bucket without a history is.
    text.set("max_msgs_per_subject", 1)
    for name in ["max_consumers", "max_msgs", "max_bytes"] { text.set(name, -1) }
    text.set("max_msg_size", Int64(bucket.valueBytesMax))
    text.set("max_age", bucket.age?.nanoseconds ?? 0)
    text.set("duplicate_window", Self.window.nanoseconds)
    for name in ["allow_rollup_hdrs", "deny_delete", "allow_direct"] { text.set(name, true) }
    return text.finished
  }

  /// How many values a bucket has; removed ones count until their markers go.
  func count(_ bucket: Bucket, _ answer: @escaping (Result<Int64, NATSFailure>) -> Void) {
    ask("STREAM.INFO.\(bucket.stream)", "", within: patience) { result in
      answer(result.map { $0["state"]?["messages"]?.integer ?? 0 })
    }
  }

  /// The last value of a key, of the stream's leader.
  ///
  /// Not by `DIRECT.GET`, which any replica answers: one that is behind would say that a token is unknown that has
  /// just been made, and the sender would throw it away.
  func read(
    _ bucket: Bucket,
    _ key: String,
    _ answer: @escaping (Result<Entry, NATSFailure>) -> Void
  ) {
    let request = "{\"last_by_subj\":\"\(bucket.subject(key))\"}"
    ask("STREAM.MSG.GET.\(bucket.stream)", request, within: patience) { result in
      switch result {
      case .success(let value): answer(Self.entry(value))
      // 10037: no message found.
      case .failure(.refused(10_037, _)): answer(.success(Entry(value: nil, revision: 0)))
      case .failure(let failure): answer(.failure(failure))
      }
    }
  }

  private static func entry(_ answer: JSONValue) -> Result<Entry, NATSFailure> {
    guard let message = answer["message"],
      let revision = message["seq"]?.integer.flatMap({ UInt64(exactly: $0) })
    else { return .failure(.garbled("a message without a number")) }
    let headers = message["hdrs"]?.text.flatMap { Base64.decode($0) } ?? []
    let isRemoved = NATSHeaders(String(decoding: headers, as: UTF8.self))["KV-Operation"] != nil
    if isRemoved { return .success(Entry(value: nil, revision: revision)) }
    guard let value = Base64.decode(message["data"]?.text ?? "") else {
      return .failure(.garbled("data that is not Base64"))
    }
    return .success(Entry(value: value, revision: revision))
  }

  /// Writes a value where the key still has that revision; the new one.
  ///
  /// It is with most replicas then.
  func write(
    _ bucket: Bucket,
    _ key: String,
    _ value: some Collection<UInt8>,
    expecting revision: UInt64,
    _ answer: @escaping (Result<UInt64, NATSFailure>) -> Void
  ) {
    // Both: a leader of 2.9 compares with what is written, and not with what it is writing just now, so that of three
    // that write at once two are told that they have. Of messages with one id it takes one.
    let headers = NATSHeaders([
      ("Nats-Expected-Last-Subject-Sequence", String(revision)),
      ("Nats-Msg-Id", "\(key).\(revision)"),
    ])
    client.request(bucket.subject(key), headers, value, within: patience) { result in
      answer(
        Self.json(result).flatMap { json in
          if json["duplicate"]?.boolean == true { return .failure(.conflict) }
          guard let number = json["seq"]?.integer.flatMap({ UInt64(exactly: $0) }) else {
            return .failure(.garbled("an acknowledgement without a number"))
          }
          return .success(number)
        }
      )
    }
  }

  /// Removes a key with all that was written to it, its markers included.
  func purge(
    _ bucket: Bucket,
    _ key: String,
    _ answer: @escaping (Result<Void, NATSFailure>) -> Void
  ) {
    let request = "{\"filter\":\"\(bucket.subject(key))\"}"
    ask("STREAM.PURGE.\(bucket.stream)", request, within: patience) { answer($0.map { _ in }) }
  }

  private func ask(
    _ subject: String,
    _ body: String,
    within patience: TimeAmount,
    _ answer: @escaping (Result<JSONValue, NATSFailure>) -> Void
  ) {
    client.request("$JS.API.\(subject)", NATSHeaders(), body.utf8, within: patience) {
      answer(Self.json($0))
    }
  }

  /// What an error of the API means.
  static func failure(of error: JSONValue) -> NATSFailure {
    let code = error["err_code"]?.integer ?? error["code"]?.integer ?? 0
    let sentence = error["description"]?.text ?? "refused"
    // 10071: wrong last sequence. 10164: the same, of a replicated stream since 2.11.
    if [10_071, 10_164].contains(code) { return .conflict }
    // 503 for whatever passes: no leader, no quorum, another write under way. Not where there is no JetStream at all.
    if error["code"]?.integer == 503, ![10_039, 10_076].contains(code) {
      return .unavailable("\(sentence) (JetStream \(code))")
    }
    return .refused(code: code, sentence: sentence)
  }

  private static func json(_ result: Result<NATSMessage, NATSFailure>) -> Result<
    JSONValue, NATSFailure
  > {
    result.flatMap { message in
      do throws(NATSFailure) {
        let value = try message.json()
        guard let error = value["error"] else { return .success(value) }
        return .failure(failure(of: error))
      } catch {
        return .failure(error)
      }
    }
  }
}
