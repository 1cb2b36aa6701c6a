import TorporText
import TorporWire

/// That the daemon cannot save anything, on pages whose reader would miss it.
enum JournalText {
  /// A sentence with what to do; nothing while the journal can be written.
  static func lines(_ capabilities: [Capability], _ style: Style) -> [String] {
    capabilities.filter { $0.name == "journal" && !$0.isAvailable }.map {
      style.paint("Nothing new is accepted: \(Printable.line($0.text)).", .bad)
    }
  }
}
