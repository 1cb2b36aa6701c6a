/// How long nothing has moved over a connection, counted in looks at what has moved.
///
/// Each byte of a body and each line of a head ends it, however seldom they come. curl's own limit
/// (`CURLOPT_LOW_SPEED_TIME`) cuts off what is slower than a byte a second, and notices silence 5 s late.
/// Counting looks, not time, a process that was stopped for a while gives its connections their chance.
struct Silence {
  private var moved: Int64?
  private var looksInVain = 0

  /// How long at least it has been silent; looks are `ProgressMeter.interval` apart.
  var length: Duration { ProgressMeter.interval * looksInVain }

  /// Takes in what has moved so far, in any unit; `nil`: nothing is to be expected yet.
  mutating func look(moved: Int64?) {
    looksInVain = moved != nil && moved == self.moved ? looksInVain + 1 : 0
    self.moved = moved
  }
}
