/// How much was read of a source, so that a test sees that the work grows as the source does.
///
/// What scans a source reads bytes and tokens by a few functions, which count here where a count is asked for: of one source,
/// on one thread.
package final class StepCount: @unchecked Sendable {
  package private(set) var value = 0

  package init() {}

  func add(_ steps: Int) { value &+= steps }
}
