/// What the link waits for; each has one time at most.
package enum LinkTimer: Hashable, Sendable, CaseIterable {
  /// The daemon is to be asked again.
  case daemonRetry
  /// The gateway is to be connected to again.
  case retry
  /// The gateway has not let the device in.
  case greeting
  /// The gateway has not given a token that apps may wait for.
  case tokens
  /// The gateway has not answered for a broadcast channel that apps may wait for.
  case broadcasts
  /// Subscriptions that the gateway could not look up are to be asked for again.
  case subscriptions
  /// Channels whose messages could not be handed over are to be registered again.
  case channels
  /// The next beat.
  case beat
  /// The beat was not answered.
  case answer

  /// How long the gateway may take to let the device in.
  ///
  /// 20 s from the first packet to the gateway's hello: TCP's third try, TLS and two round trips. Our choice.
  static let greetingPatience = Duration.seconds(20)
  /// How long an app may wait for its token, or for a broadcast channel.
  ///
  /// 5 s: the shortest watchdog of a callback in which it may ask. Our choice.
  static let tokenPatience = Duration.seconds(5)
  /// How long a message waits that its program could not take, and of which nothing else is heard.
  ///
  /// A minute: as a rule the daemon says when the program may take it. Our choice.
  static let channelPatience = Duration.seconds(60)
  /// 4 s after a sleep or a change of network (push.md §6).
  static let probePatience = Duration.seconds(4)
  /// How long a beat may take.
  ///
  /// 15 s for a beat: a mobile network may have to bring its radio up first. Our choice.
  static let beatPatience = Duration.seconds(15)
  /// Half a minute: the shortest slot of Maemo's iphb (push.md §6).
  static let slotSeconds: Int64 = 30
}
