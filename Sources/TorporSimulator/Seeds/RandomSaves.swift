import TorporModel

/// Apps that ask for time to save before they are ended for their memory, and what they do in it.
enum RandomSaves {
  /// Has some of the apps ask for that time.
  static func add(to apps: inout [AppDefinition], using random: inout SplitMix64) {
    for index in apps.indices where random.chance(60) {
      apps[index].manifest.savesBeforeTermination = true
      apps[index].callbacks[.plain(.willTerminateForMemory)] = steps(using: &random)
    }
  }

  /// Mostly a quick save; now and then what takes too long, or never returns.
  private static func steps(using random: inout SplitMix64) -> [Step] {
    let save = Step.Kind.save([SavedValue(key: "state", value: "\(random.number(0...9))")])
    let kinds: [Step.Kind] =
      switch random.number(0...99) {
      case 0..<60: [.work(random.duration(.zero, .milliseconds(200))), save]
      case 60..<75: [.work(random.duration(.milliseconds(200), .seconds(2))), save]
      case 75..<80: [.beginBackgroundTask(name: "save"), save]
      case 80..<85: [save, .exit(status: 0)]
      case 85..<90: [.crash]
      case 90..<95: [.hang]
      default: []
      }
    return kinds.map { Step($0) }
  }
}
