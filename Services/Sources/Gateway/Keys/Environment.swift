/// The two worlds of tokens and keys, which know nothing of each other.
public enum Environment: String, Hashable, Sendable, CaseIterable {
  case production
  case sandbox
}
