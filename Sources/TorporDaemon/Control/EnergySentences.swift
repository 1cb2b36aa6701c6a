import TorporCore
import TorporModel
import TorporText

/// What the battery page says of the energy of apps: whose costs it is counted at, and how well they are known.
enum EnergySentences {
  static func source(_ fit: EnergyFit.Outcome?) -> String {
    switch fit {
    case nil: model
    case .tooFewHours(let hours):
      "\(model) They are fitted to the battery of this machine after \(EnergyFit.hoursMin) whole hours on it, of "
        + "which there are \(hours) yet."
    case .undetermined(let hours):
      "\(model) The \(hours) hours on the battery of this machine are too alike to tell what took its energy."
    case .inexact(let hours, let error):
      "\(model) A fit to the \(hours) hours on the battery of this machine is off by \(percent(error)) of an hour, and "
        + "is not used."
    case .fitted(let fit): sentence(fit)
    }
  }

  private static let charged =
    "each app that uses the location receiver is charged all of it, and the display is charged to no app."

  private static let model =
    "The energy of an app, and its share, are estimates of a model: wakes, processor time, bytes and location at the costs of a "
    + "phone, bytes by the network at their reading; \(charged)"

  private static func sentence(_ fit: EnergyFit) -> String {
    guard fit.processor != nil || fit.other != nil else {
      return
        "\(model) The \(fit.hours) hours on the battery of this machine do not tell what apps cost."
    }
    let processor =
      fit.processor.map { "a core takes \(EnergyWords.watts($0.value, error: $0.error))" }
      ?? "a core is charged as a phone's, because the hours do not tell it"
    let other =
      fit.other.map {
        "wakes, bytes and location cost \(EnergyWords.percent($0.value, error: $0.error)) of a phone's"
      } ?? "wakes, bytes and location are charged as a phone's, because the hours do not tell it"
    return
      "The energy of an app, and its share, are fitted to the battery of this machine (\(fit.hours) hours on it, of "
      + "which each is predicted to ±\(percent(fit.errorPermille))): \(processor), and \(other); allowances are counted "
      + "at the costs of a phone, \(charged)"
  }

  private static func percent(_ permille: Int) -> String { EnergyWords.percent(permille) }
}
