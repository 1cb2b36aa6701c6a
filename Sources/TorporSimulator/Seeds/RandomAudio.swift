import TorporModel

/// What is heard of an app, as a seed draws it: players that give way and go on, and recorders.
enum RandomAudio {
  /// Adds sound to an app that was drawn without.
  static func add(to app: inout AppDefinition, using random: inout SplitMix64) {
    if !app.manifest.backgroundModes.contains(.audio), random.chance(70) {
      app.manifest.backgroundModes.append(.audio)
    }
    app.settings.allowsMicrophone = random.chance(80)
    if random.chance(25) {
      app.append([Step(.mixesWithOthers(true))], to: .didFinishLaunching)
    }
    for callback in [PlainCallback.didBecomeActive, .willResignActive, .didEnterBackground]
    where random.chance(50) {
      app.append([Step(sound(using: &random))], to: callback)
    }
    if random.chance(70) {
      app.append(
        [Step(.async([Step(.wait(random.duration(.seconds(5), .minutes(8)))), Step(.stopAudio)]))],
        to: .didEnterBackground
      )
    }
    if random.chance(75) { app.append([Step(.playAudio)], to: .interruptionEnded) }
    if random.chance(30) { app.append([.labour(using: &random)], to: .interruptionBegan) }
  }

  private static func sound(using random: inout SplitMix64) -> Step.Kind {
    switch random.number(0...9) {
    case 0..<5: return .playAudio
    case 5..<7: return .recordAudio
    case 7..<9:
      let session = AudioSession(
        category: random.pick(AudioCategory.allCases),
        mixesWithOthers: random.chance(40)
      )
      return .ask(.audio(.activate(session)))
    default: return .ask(.audio(.deactivate(notifiesOthers: random.chance(50))))
    }
  }
}
