internal import AppleSupport

/// The widgets of an app: there are none, so nothing is done.
public final class WidgetCenter: Sendable {
  /// The shared center.
  public static let shared = WidgetCenter()

  private init() {}

  /// Does nothing.
  public func reloadTimelines(ofKind kind: String) {}
  /// Does nothing.
  public func reloadAllTimelines() {}
  /// Does nothing.
  public func invalidateConfigurationRecommendations() {}
  /// Passes an empty list of widgets to the handler.
  public func getCurrentConfigurations(
    _ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void
  ) { CallbackQueue.call(completion, with: .success([])) }
}

/// A widget that the user has added; there is none.
public struct WidgetInfo: Hashable, Sendable {
  /// Its kind.
  public let kind: String
}
