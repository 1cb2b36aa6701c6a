/// The time without data on a connection, measured in samples of its progress.
///
/// Each byte of a body and each line of a header ends it, however rarely they arrive. curl's own limit
/// (`CURLOPT_LOW_SPEED_TIME`) aborts transfers slower than a byte a second, and notices silence 5 s late. By counting
/// samples rather than time, a process that was stopped for a while gives its connections a chance.
struct Silence {
  private var moved: Int64?
  private var looksInVain = 0

  /// The minimum time of silence; samples are `ProgressMeter.interval` apart.
  var length: Duration { ProgressMeter.interval * looksInVain }

  /// Takes the progress so far, in any unit; `nil`: no data is expected yet.
  mutating func look(moved: Int64?) {
    looksInVain = moved != nil && moved == self.moved ? looksInVain + 1 : 0
    self.moved = moved
  }
}
