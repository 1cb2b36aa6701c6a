import TorporModel

@testable import TorporCore

extension TestDevice {
  /// The evidence that the device and what it recorded give about an app.
  func evidence(_ name: String) -> Evidence {
    device.evidence(of: app(name), decisions: decisions(name), at: now)!
  }

  func answer(_ question: Question, _ name: String) -> Diagnosis {
    .answer(question, from: evidence(name))
  }

  func questions(_ name: String) -> [Question] { Diagnosis.relevant(from: evidence(name)) }

  mutating func submit(
    _ name: String,
    _ task: String,
    _ kind: TaskRequest.Kind = .appRefresh,
    earliest: Duration? = nil
  ) {
    ask(name, .submitTask(TaskRequest(identifier: task, kind: kind, earliestBegin: earliest)))
  }

  mutating func changeSettings(_ name: String, _ settings: AppSettings) {
    user(.change(setting: .appSettings(app: app(name), settings: settings)))
  }

  mutating func power(isExternal: Bool, percent: Int = 80) {
    tell(.power(PowerState(isOnExternalPower: isExternal, batteryPercent: percent)))
  }

  /// Simulates a launch of the task and returns the token of its handler.
  mutating func simulate(_ name: String, _ task: String, hasHandler: Bool = true) -> CallbackToken {
    user(.simulateLaunch(app: nil, task: task))
    let token = token(of: "task:\(task)", name)!
    if hasHandler { ask(name, .setExpirationHandler(callback: token, isSet: true)) }
    return token
  }
}

extension Diagnosis {
  /// What came of looking for a cause.
  func finding(_ cause: Cause, _ reason: Reason? = nil) -> Check.Finding? {
    checks.first { $0.cause == cause && (reason == nil || $0.reason == reason) }?.finding
  }

  /// The reason of the explanation, where it is a condition of the policy.
  var reason: Reason? { explanation?.reason }
  var cause: Cause? { explanation?.cause }
}
