/// The rate of publications to each channel that this gateway has seen: a bucket for each, as for a token.
///
/// There is no other limit to what one sender can make this gateway hand to all devices of a channel.
struct PublishRates {
  private var buckets: [ChannelID: RequestBucket] = [:]
  /// The number of buckets at which the full ones, which are equivalent to new ones, are removed.
  private var sweepCount = PublishRates.sweepCountMin

  private static let sweepCountMin = 1024

  /// Takes one request; returns whether there was one.
  mutating func take(_ channel: ChannelID, at nowMilliseconds: Int64) -> Bool {
    if buckets.count >= sweepCount {
      buckets = buckets.filter { !$0.value.isFull(at: nowMilliseconds) }
      sweepCount = max(Self.sweepCountMin, 2 * buckets.count)
    }
    return buckets[channel, default: RequestBucket(at: nowMilliseconds)].take(at: nowMilliseconds)
  }
}
