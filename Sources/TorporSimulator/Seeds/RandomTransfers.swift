import TorporModel

/// What an app has the system move for it, as a seed draws it: mostly as its documentation says, now
/// and then without creating its session again, without an answer, or without an end.
enum RandomTransfers {
  /// Adds background sessions to an app that was drawn without.
  static func add(to app: inout AppDefinition, using random: inout SplitMix64) {
    let sessions = random.chance(70) ? ["media"] : ["media", "backup"]
    if random.chance(80) {
      app.append(sessions.map { Step(.recreateSession($0)) }, to: .didFinishLaunching)
    }
    for callback in [PlainCallback.didBecomeActive, .willResignActive, .didEnterBackground]
    where random.chance(35) {
      let count = random.number(1...3)
      let steps = (0..<count).map { _ in transfer(sessions, using: &random) }
      app.append(steps, to: callback)
    }
    if random.chance(30) {
      app.append([Step(.cancelTransfer(random.pick(names)))], to: .willEnterForeground)
    }
    if random.chance(85) { addEvents(sessions, to: &app, using: &random) }
    if random.chance(85) {
      app.callbacks[.plain(.didReceiveChallenge)] = names.map { Step(.answerChallenge($0)) }
    }
    for callback in [PlainCallback.didFinishDownloading, .didCompleteWithError]
    where random.chance(30) {
      app.callbacks[.plain(callback)] = [Step(.work(random.duration(.zero, .seconds(2))))]
    }
  }

  private static let names = ["first", "second", "third"]

  private static func transfer(_ sessions: [String], using random: inout SplitMix64) -> Step {
    Step(
      .transfer(
        TransferStart(
          isUpload: random.chance(25),
          session: random.pick(sessions),
          task: random.pick(names),
          // From a page to an hour of video at 5 MB/s.
          sizeBytes: Int64(random.number(1...1000)) * (random.chance(50) ? 10_000 : 2_000_000),
          isDiscretionary: random.chance(25),
          sendsLaunchEvents: random.chance(80),
          earliest: random.chance(15) ? random.duration(.zero, .minutes(20)) : nil,
          needsAuthentication: random.chance(15)
        )
      )
    )
  }

  /// What an app does when the tasks of a session are done: it connects to the session, perhaps asks
  /// for more, and calls the handler there, or at the last of the session's callbacks.
  private static func addEvents(
    _ sessions: [String],
    to app: inout AppDefinition,
    using random: inout SplitMix64
  ) {
    var steps: [Step] = []
    if random.chance(90) { steps += sessions.map { Step(.recreateSession($0)) } }
    if random.chance(30) { steps.append(transfer(sessions, using: &random)) }
    if random.chance(40) {
      app.callbacks[.plain(.didFinishEvents)] = [Step(.complete(.success))]
    } else {
      steps.append(Step(.wait(random.duration(.zero, .seconds(10)))))
      if random.chance(85) { steps.append(Step(.complete(.success))) }
    }
    app.callbacks[.plain(.handleEventsForBackgroundURLSession)] = steps
  }
}
