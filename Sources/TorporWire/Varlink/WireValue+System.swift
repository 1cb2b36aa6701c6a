import TorporAppWire
package import TorporModel

// How single values stand in messages that apps neither send nor get.

extension CalendarExpression: WireText {
  package init?(wireText text: String) {
    guard let expression = try? CalendarExpression(parsing: text) else { return nil }
    self = expression
  }
}

// Its words are those of another format, which Varlink's enums cannot hold.
extension JobNetwork: WireWord {}

extension PushPriority: WireCode {}
