import NIOCore
import TorporCrypto

/// The parts of JetStream that the mailboxes need: streams that are key-value buckets, a read of the last value, and a
/// write with a comparison (<https://github.com/nats-io/nats-architecture-and-design>, ADR-1, ADR-8).
struct JetStream {
  let client: NATSClient
  var patience = JetStream.patience

  /// The time that one answer may take: 1 s.
  ///
  /// A read takes less than a millisecond, and without a leader there is no answer.
  static let patience = TimeAmount.seconds(1)

  /// The time for which a write excludes another one for the same revision: 10 s, longer than a write takes.
  private static let window = TimeAmount.seconds(10)

  /// The configuration of a bucket when it is created.
  struct Bucket: Hashable, Sendable {
    let name: String
    var replicas = 3
    var valueBytesMax: Int
    /// The time after which a value that is not written again expires; `nil`: never.
    var age: TimeAmount?

    var stream: String { "KV_\(name)" }

    func subject(_ key: String) -> String { "$KV.\(name).\(key)" }
  }

  /// A value with its revision, for the comparison of the next write.
  struct Entry: Hashable, Sendable {
    /// `nil`: there is none, or it was removed.
    var value: [UInt8]?
    /// 0: there was never one.
    var revision: UInt64
  }

  /// Creates the bucket if it is missing; an existing one is left unchanged.
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
    // Only the last value: this makes it a key-value bucket without a history.
    text.set("max_msgs_per_subject", 1)
    for name in ["max_consumers", "max_msgs", "max_bytes"] { text.set(name, -1) }
    text.set("max_msg_size", Int64(bucket.valueBytesMax))
    text.set("max_age", bucket.age?.nanoseconds ?? 0)
    text.set("duplicate_window", Self.window.nanoseconds)
    for name in ["allow_rollup_hdrs", "deny_delete", "allow_direct"] { text.set(name, true) }
    return text.finished
  }

  /// Counts the values of a bucket; removed ones count until their markers expire.
  func count(_ bucket: Bucket, _ answer: @escaping (Result<Int64, NATSFailure>) -> Void) {
    ask("STREAM.INFO.\(bucket.stream)", "", within: patience) { result in
      answer(result.map { $0["state"]?["messages"]?.integer ?? 0 })
    }
  }

  /// Reads the last value of a key from the stream's leader.
  ///
  /// This does not use `DIRECT.GET`, which any replica answers: one that is behind would report a token that was just
  /// created as unknown, and the sender would discard it.
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

  /// Writes a value if the key still has that revision; returns the new one.
  ///
  /// It is then stored on most replicas.
  func write(
    _ bucket: Bucket,
    _ key: String,
    _ value: some Collection<UInt8>,
    expecting revision: UInt64,
    _ answer: @escaping (Result<UInt64, NATSFailure>) -> Void
  ) {
    // Both: a leader of 2.9 compares with values that are written, and not with the one that it is writing, so that of
    // three simultaneous writers two are told that they have succeeded. It accepts only one of several messages with
    // the same id.
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

  /// Removes a key with everything that was written to it, including its markers.
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

  /// Returns the meaning of an API error.
  static func failure(of error: JSONValue) -> NATSFailure {
    let code = error["err_code"]?.integer ?? error["code"]?.integer ?? 0
    let sentence = error["description"]?.text ?? "refused"
    // 10071: wrong last sequence. 10164: the same for a replicated stream since 2.11.
    if [10_071, 10_164].contains(code) { return .conflict }
    // 503 for temporary conditions: no leader, no quorum, another write in progress. Not if there is no JetStream at
    // all.
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
