// What one transfer service is given at a time, and how long it is waited for.

extension TransferService {
  /// Attempts that a service has and has not reported on: 512.
  ///
  /// Eight times the connections that it keeps at once, so that it never waits for us. Our choice.
  static let attemptsMax = 512

  /// Attempts in one message, and bytes of their contents: 64 and 128 KiB.
  ///
  /// JSON makes six bytes of one at worst, and a message has 1 MiB (`VarlinkFramer`). Our choice.
  static let startsOfMessageMax = 64
  static let contentBytesOfMessageMax = 128 << 10

  /// How long a service may have nothing to do before it is ended: 30 s.
  ///
  /// Between two transfers of a list that comes in by and by it stays; at rest there is no process.
  /// Our choice.
  static let rest = Duration.seconds(30)

  /// After how many progress messages about an attempt of an app what it has moved is booked: 120, a minute at least at
  /// two a second.
  ///
  /// Each is an entry of the journal, and the daemon is awake for the message anyway. Our choice.
  static let stepsOfBooking = 120

  /// Complaints that one life of a service may put into the log; our choice.
  static let complaintsMax = 8

  /// What is said of a transfer whose request was under way when the service died.
  static let deathCause = "the transfer service died while it handled this transfer"

  /// Bytes of one text that a service says of a transfer: 8 KiB, as much as the longest URL.
  ///
  /// Our choice; what is longer is cut.
  static let textBytesMax = 8 << 10

  /// How long until a service is started again that has died so many times without a report.
  ///
  /// At once the first time, then 1 s, 2 s, 4 s … 60 s, our choice: one that dies at once every time
  /// costs a process a minute, and a disk that has room again is noticed within one.
  static func patience(afterDeaths count: Int) -> Duration {
    count <= 1 ? .zero : min(.seconds(1 << min(count - 2, 6)), .seconds(60))
  }
}
