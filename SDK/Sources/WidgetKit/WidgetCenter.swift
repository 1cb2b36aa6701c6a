internal import AppleSupport

/// The widgets of an app: there are none, so that nothing is done.
public final class WidgetCenter: Sendable {
  /// The one that there is.
  public static let shared = WidgetCenter()

  private init() {}

  /// Does nothing.
  public func reloadTimelines(ofKind kind: String) {}
  /// Does nothing.
  public func reloadAllTimelines() {}
  /// Does nothing.
  public func invalidateConfigurationRecommendations() {}
  /// Hands over that there are no widgets.
  public func getCurrentConfigurations(
    _ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void
  ) { CallbackQueue.call(completion, with: .success([])) }
}

/// A widget that the user has added; there is none.
public struct WidgetInfo: Hashable, Sendable {
  /// Its kind.
  public let kind: String
}
