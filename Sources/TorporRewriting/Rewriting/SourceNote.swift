/// What the author of a source should know, at a place of it.
package struct SourceNote: Hashable, Sendable {
  /// From 1.
  package let line: Int
  /// From 1, in bytes.
  package let column: Int
  /// A sentence, or some.
  package let text: String

  package init(line: Int, column: Int, text: String) {
    self.line = line
    self.column = column
    self.text = text
  }
}
