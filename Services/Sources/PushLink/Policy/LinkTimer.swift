/// The timers of the link; each has at most one time.
package enum LinkTimer: Hashable, Sendable, CaseIterable {
  /// Reconnecting to the daemon.
  case daemonRetry
  /// Reconnecting to the gateway.
  case retry
  /// The gateway has not admitted the device.
  case greeting
  /// The gateway has not provided a token for which apps may wait.
  case tokens
  /// The gateway has not answered about a broadcast channel for which apps may wait.
  case broadcasts
  /// Requesting again the subscriptions that the gateway could not look up.
  case subscriptions
  /// Registering again the channels whose messages could not be passed on.
  case channels
  /// The next beat.
  case beat
  /// The beat was not answered.
  case answer

  /// The time that the gateway may take to admit the device.
  ///
  /// 20 s from the first packet to the gateway's hello: TCP's third attempt, TLS and two round trips. Our choice.
  static let greetingPatience = Duration.seconds(20)
  /// The time that an app may wait for its token, or for a broadcast channel.
  ///
  /// 5 s: the shortest watchdog of a callback in which it may make the request. Our choice.
  static let tokenPatience = Duration.seconds(5)
  /// The time that a message waits if its program could not accept it, and there is no further notice.
  ///
  /// A minute: usually the daemon reports when the program can accept it. Our choice.
  static let channelPatience = Duration.seconds(60)
  /// 4 s after a sleep or a change of network (push.md §6).
  static let probePatience = Duration.seconds(4)
  /// The time that a beat may take.
  ///
  /// 15 s: a mobile network may have to activate its radio first. Our choice.
  static let beatPatience = Duration.seconds(15)
  /// Half a minute: the shortest slot of Maemo's iphb (push.md §6).
  static let slotSeconds: Int64 = 30
}
