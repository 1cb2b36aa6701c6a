import Testing

@testable import torpor_session

@Suite("Which daemon the bridge looks for")
struct DaemonPathsTests {
  private let own = "/run/user/1000/torpor/socket"
  private let roots = "/run/torpor/socket"

  @Test("at first the user's own, then root's")
  func triesAllAtFirst() {
    let paths = DaemonPaths([own, roots])
    #expect(Array(paths.candidates) == [own, roots])
  }

  @Test("while the user's own restarts, root's is not taken in its place")
  func waitsForTheOwn() {
    var paths = DaemonPaths([own, roots])
    paths.noteConnected(to: own)
    paths.noteAttached()
    for _ in 0..<DaemonPaths.faithfulAttempts {
      #expect(Array(paths.candidates) == [own])
      paths.noteAttempt()
    }
    #expect(Array(paths.candidates) == [own, roots])
  }

  @Test("from root's daemon it returns to the user's own where that has come")
  func prefersTheOwn() {
    var paths = DaemonPaths([own, roots])
    paths.noteConnected(to: roots)
    paths.noteAttached()
    #expect(Array(paths.candidates) == [own, roots])
  }

  @Test("attached once more, it waits as long as before")
  func beginsToWaitAnew() {
    var paths = DaemonPaths([own, roots])
    paths.noteConnected(to: own)
    paths.noteAttached()
    for _ in 0..<DaemonPaths.faithfulAttempts { paths.noteAttempt() }
    paths.noteConnected(to: own)
    paths.noteAttached()
    #expect(Array(paths.candidates) == [own])
  }
}
