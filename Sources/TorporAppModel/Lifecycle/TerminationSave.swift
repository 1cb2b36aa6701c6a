/// The outcome of the time that a suspended app had to save its state before it was ended for its memory.
///
/// Torpor's own; only an app that asked for that time has it (`TorporSavesBeforeTermination`).
public enum TerminationSave: String, Hashable, Sendable, Saved, CaseIterable {
  /// The app reported in time that it had saved.
  case finished
  /// It did not report so before it ended: the saved data may be incomplete.
  case unfinished
}
