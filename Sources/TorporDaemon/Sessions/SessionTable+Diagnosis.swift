import TorporCore
import TorporModel
import TorporWire

// Answers to frequent questions, from the device as it stands and from the ledger.

extension SessionTable {
  func diagnose(
    _ name: String,
    _ question: Question?,
    _ permission: Permission,
    _ waiting: Waiting
  ) throws(WireError) {
    let app: AppIdentifier
    do throws(WireError) {
      app = try resolve(name, permission)
    } catch {
      // Of a command that has ended `why` says how; there is nothing to ask about it.
      guard question == nil, error.isUnknownApp, isEnded(name, permission) else { throw error }
      return answer(.diagnosed([]), waiting)
    }
    let decisions = try page(about: app, after: 0, countMax: SessionTable.decisionsOfDiagnosis)
      .map(\.decision)
    let device = driver.device
    guard let evidence = device.evidence(of: app, decisions: decisions, at: driver.now()) else {
      throw .refused(.unknownApp(name: name, similar: []))
    }
    let questions = question.map { [$0] } ?? Diagnosis.relevant(from: evidence)
    answer(.diagnosed(questions.map { Diagnosis.answer($0, from: evidence) }), waiting)
  }

  /// How far back an answer looks, in decisions about the app.
  ///
  /// 500, our choice: the runs and ends of some days, and well below what `log` may read at once.
  private static let decisionsOfDiagnosis = 500
}
