public import Combine

/// The phase of an app.
public enum ScenePhase: Comparable, Hashable, Sendable {
  /// It is not on screen.
  case background
  /// It is on screen, but the user is doing something else.
  case inactive
  /// It is in use.
  case active
}

/// The environment of an app.
public struct EnvironmentValues: Sendable {
  @MainActor static var current = EnvironmentValues()

  /// The phase of the app.
  public internal(set) var scenePhase = ScenePhase.background

  init() {}
}

/// A property that reads a value of the environment when it is accessed.
@preconcurrency @MainActor @propertyWrapper
public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>

  /// Makes a property for a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { path = keyPath }

  /// The current value.
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: path] }
}

/// A property that lives as long as the app; no view observes it.
@preconcurrency @MainActor @propertyWrapper
public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  /// Stores a value.
  public init(wrappedValue value: Value) { box = Box(value) }

  /// The value.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

/// A model that is created at its first use; no view observes it.
@preconcurrency @MainActor @propertyWrapper
public struct StateObject<ObjectType: ObservableObject> {
  private final class Box {
    let make: () -> ObjectType
    lazy var object = make()
    init(_ make: @escaping () -> ObjectType) { self.make = make }
  }
  private let box: Box

  /// Stores the closure that creates the model.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

  /// The model.
  public var wrappedValue: ObjectType { box.object }
}

/// A view; its content is never requested here.
@preconcurrency @MainActor
public protocol View {
  /// The type of the body.
  associatedtype Body: View
  /// The content of the view.
  @ViewBuilder var body: Body { get }
}

/// An empty view, for an app without views.
public struct EmptyView: View {
  /// Makes a view.
  public nonisolated init() {}
  /// Never called.
  public var body: Never { return noBody() }
}

/// A text, which is not shown.
public struct Text: View {
  /// Makes a text.
  public nonisolated init(_ content: String) {}
  /// Never called.
  public var body: Never { return noBody() }
}

/// Combines the views of a body.
@preconcurrency @MainActor @resultBuilder
public enum ViewBuilder {
  /// No view.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}
