/// A setting as programs for people name it, show it and take it; `Control.settings` are made from the interface.
package struct SettingRow: Sendable {
  /// Whose a setting is; one may be of both.
  package enum Scope: Sendable { case app, device }

  /// What its values are.
  package enum Form: Sendable {
    case flag
    case words([String])
    /// A length of time in microseconds; the word for none, where there may be none.
    case time(zero: String?, limits: ClosedRange<Int64>)
    case number(ClosedRange<Int64>)
    /// A size in bytes, and an energy in joules; the word for none, where there may be none.
    case size(zero: String?, limits: ClosedRange<Int64>)
    case energy(zero: String?, limits: ClosedRange<Int64>)
  }

  /// Its name for people, and in the code.
  package let name: String
  /// Its member in the parameters of the calls.
  package let key: String
  package let form: Form
  private let scopes: [Scope]

  package init(_ name: String, key: String, of scopes: [Scope], _ form: Form) {
    self.name = name
    self.key = key
    self.scopes = scopes
    self.form = form
  }

  /// Whether an app, or the device, has it.
  package func isOf(_ scope: Scope) -> Bool { scopes.contains(scope) }
}

extension Control.ChangeSetting {
  /// A setting of the device on an app, or the other way round, is an error by its name.
  package func check() throws(WireError) {
    let strays = Control.settings.filter { !$0.isOf(app == nil ? .device : .app) }.map(\.key)
    if let stray = members.first(where: { $0.value != nil && strays.contains($0.key) }) {
      throw .invalidParameter(parameter: stray.key)
    }
  }
}
