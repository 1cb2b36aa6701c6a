import TorporModel

/// What an app does about pushes and calls, as a seed draws it: mostly as its documentation says, now and
/// then without the mode, or without reporting the call.
enum RandomPushes {
  /// Adds pushes and calls to an app that was drawn without.
  static func add(to app: inout AppDefinition, using random: inout SplitMix64) {
    if random.chance(15) { app.manifest.backgroundModes.append(.newsstandContent) }
    if random.chance(60) {
      var steps = Step.labours(using: &random)
      if random.chance(85) {
        steps.append(Step(.complete(random.pick([.newData, .noData, .failed]))))
      }
      app.callbacks[.plain(.didReceiveRemoteNotification)] = steps
    }
    if random.chance(8) {
      app.append([Step(.ask(.push(.unregister(.remote))))], to: .willResignActive)
    }
    if random.chance(60) { addCalls(to: &app, using: &random) }
  }

  private static func addCalls(to app: inout AppDefinition, using random: inout SplitMix64) {
    if random.chance(90) { app.manifest.backgroundModes.append(.voip) }
    app.append([Step(.registerForVoIP)], to: .didFinishLaunching)
    var steps: [Step] = []
    if random.chance(15) { steps.append(.labour(using: &random)) }
    if random.chance(88) { steps.append(Step(.reportCall)) }
    if random.chance(70) { steps.append(Step(.async(pushToTalk(using: &random)))) }
    app.callbacks[.plain(.didReceiveIncomingPush)] = steps
  }

  /// A call: it rings, is talked in, and ends; or nobody ends it.
  private static func pushToTalk(using random: inout SplitMix64) -> [Step] {
    var steps = [Step(.wait(random.duration(.zero, .seconds(50))))]
    if random.chance(60) {
      steps.append(Step(random.chance(50) ? .playAudio : .recordAudio))
      steps.append(Step(.wait(random.duration(.seconds(5), .minutes(10)))))
      steps.append(Step(.stopAudio))
    }
    if random.chance(70) { steps.append(Step(.ask(.push(.endCall)))) }
    return steps
  }
}
