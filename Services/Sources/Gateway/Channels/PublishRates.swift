/// How often each channel is published to, as this gateway has seen it: a bucket for each, as for a token.
///
/// Nothing else bounds what one sender has this gateway hand to all devices of a channel.
struct PublishRates {
  private var buckets: [ChannelID: RequestBucket] = [:]
  /// With how many the full ones are thrown out, which are as good as new ones.
  private var sweepCount = PublishRates.sweepCountMin

  private static let sweepCountMin = 1024

  /// Takes one request; whether there was one.
  mutating func take(_ channel: ChannelID, at nowMilliseconds: Int64) -> Bool {
    if buckets.count >= sweepCount {
      buckets = buckets.filter { !$0.value.isFull(at: nowMilliseconds) }
      sweepCount = max(Self.sweepCountMin, 2 * buckets.count)
    }
    return buckets[channel, default: RequestBucket(at: nowMilliseconds)].take(at: nowMilliseconds)
  }
}
