import TorporCore

/// The user's screen and the radios: notifications are seen at once, places come from the test, and nothing is in reach
/// of the radios.
final class Screen: ServicePort {
  func perform(_ effect: ServiceEffect) {}
}
