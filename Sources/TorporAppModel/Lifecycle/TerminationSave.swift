/// What came of the time that a suspended app had to save its state, before it was ended for its memory.
///
/// Torpor's own; only an app that asked for that time has it (`TorporSavesBeforeTermination`).
public enum TerminationSave: String, Hashable, Sendable, Saved, CaseIterable {
  /// The app said in time that it had saved.
  case finished
  /// It did not say so before it ended: what it has written may be incomplete.
  case unfinished
}
