/// The number of requests that one token accepts (429 `TooManyRequests`): a bucket that refills over time.
struct RequestBucket: Hashable, Sendable {
  private var leftMilliseconds: Int64
  private var seenMilliseconds: Int64

  /// The capacity of a bucket, and the time after which one request is available again.
  ///
  /// 240 and four a second: 240 a minute, as FCM allows for a device (push.md, 5.4).
  static let capacity: Int64 = 240
  static let refillMilliseconds: Int64 = 250

  /// Makes a full bucket.
  init(at nowMilliseconds: Int64) {
    leftMilliseconds = RequestBucket.capacity * RequestBucket.refillMilliseconds
    seenMilliseconds = nowMilliseconds
  }

  /// Takes one request; returns whether there was one.
  mutating func take(at nowMilliseconds: Int64) -> Bool {
    fill(at: nowMilliseconds)
    guard leftMilliseconds >= RequestBucket.refillMilliseconds else { return false }
    leftMilliseconds -= RequestBucket.refillMilliseconds
    return true
  }

  /// Returns whether it is full, so that a new one would be equivalent.
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
