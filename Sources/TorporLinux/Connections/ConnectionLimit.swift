/// A limit on connections that a peer has broken; the last thing it is told.
package enum ConnectionLimit: Hashable, Sendable, CustomStringConvertible {
  /// Connections of all peers together.
  case connections(max: Int)
  /// Connections of one user.
  case connectionsOfUser(max: Int)
  /// Bytes of one message, up to its final zero byte.
  case messageBytes(max: Int)
  /// Descriptors beside one message.
  case descriptors(max: Int)

  /// One sentence that names the limit.
  package var description: String {
    switch self {
    case .connections(let max): "the daemon has \(max) connections, its limit; try again later"
    case .connectionsOfUser(let max):
      "this user has \(max) connections, the limit; close some of them"
    case .messageBytes(let max): "the message is longer than \(max) bytes, the limit"
    case .descriptors(let max):
      "the message has more than \(max) descriptors beside it, the limit"
    }
  }

  /// 1024 connections in all: ten times the apps of a busy desktop, and with two descriptors for
  /// each app far below the 524,288 that systemd allows a service.
  ///
  /// Our choice.
  package static let connectionsMax = 1024

  /// 256 connections of one user, so that no user can take all of them.
  ///
  /// Our choice.
  package static let connectionsOfUserMax = 256

  /// 1 MiB for a message, which the session above enforces with an error of its own; the largest
  /// one, a push payload, is 4 KiB (Apple, "Generating a remote notification").
  ///
  /// Our choice.
  package static let messageBytesMax = 1 << 20

  /// What this adapter itself takes before it cuts a peer off that the session above did not
  /// refuse: a quarter more, so that the session's error always comes first.
  ///
  /// Our choice.
  package static let messageBytesHardMax = messageBytesMax + messageBytesMax / 4

  /// 4 MiB waiting for a peer that does not read: some 10,000 callbacks.
  ///
  /// Our choice.
  package static let queuedBytesMax = 4 << 20

  /// 16 descriptors beside a message: an app hands over one at a time, a terminal three.
  ///
  /// Our choice.
  package static let descriptorsMax = 16
}
