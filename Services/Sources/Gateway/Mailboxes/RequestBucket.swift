/// How many requests one token takes (429 `TooManyRequests`): a bucket that fills by itself.
struct RequestBucket: Hashable, Sendable {
  private var leftMilliseconds: Int64
  private var seenMilliseconds: Int64

  /// What a bucket holds, and how long one request takes to come back.
  ///
  /// 240 and four a second: 240 a minute, as FCM has it for a device (push.md, 5.4).
  static let capacity: Int64 = 240
  static let refillMilliseconds: Int64 = 250

  /// A full bucket.
  init(at nowMilliseconds: Int64) {
    leftMilliseconds = RequestBucket.capacity * RequestBucket.refillMilliseconds
    seenMilliseconds = nowMilliseconds
  }

  /// Takes one request; whether there was one.
  mutating func take(at nowMilliseconds: Int64) -> Bool {
    fill(at: nowMilliseconds)
    guard leftMilliseconds >= RequestBucket.refillMilliseconds else { return false }
    leftMilliseconds -= RequestBucket.refillMilliseconds
    return true
  }

  /// Whether it is full, so that a new one would be the same.
  func isFull(at nowMilliseconds: Int64) -> Bool {
    var bucket = self
    bucket.fill(at: nowMilliseconds)
    return bucket.leftMilliseconds == RequestBucket.capacity * RequestBucket.refillMilliseconds
  }

  private mutating func fill(at nowMilliseconds: Int64) {
    let full = RequestBucket.capacity * RequestBucket.refillMilliseconds
    leftMilliseconds = min(full, leftMilliseconds + max(0, nowMilliseconds - seenMilliseconds))
    // A clock that was set back must not stop it.
    seenMilliseconds = nowMilliseconds
  }
}
