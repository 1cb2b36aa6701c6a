public import Combine

/// How an app stands.
public enum ScenePhase: Comparable, Hashable, Sendable {
  /// It is not on screen.
  case background
  /// It is on screen, and the user does something else.
  case inactive
  /// It is in use.
  case active
}

/// What an app is told of its surroundings.
public struct EnvironmentValues: Sendable {
  @MainActor static var current = EnvironmentValues()

  /// How the app stands.
  public internal(set) var scenePhase = ScenePhase.background

  init() {}
}

/// Reads a value of the surroundings when it is asked for.
@preconcurrency @MainActor @propertyWrapper
public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>

  /// Reads the value of a path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { path = keyPath }

  /// The value as it is now.
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: path] }
}

/// A value that lives as long as the app; no view follows it.
@preconcurrency @MainActor @propertyWrapper
public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  /// Keeps a value.
  public init(wrappedValue value: Value) { box = Box(value) }

  /// The value.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

/// A model that is made when it is first asked for; no view follows it.
@preconcurrency @MainActor @propertyWrapper
public struct StateObject<ObjectType: ObservableObject> {
  private final class Box {
    let make: () -> ObjectType
    lazy var object = make()
    init(_ make: @escaping () -> ObjectType) { self.make = make }
  }
  private let box: Box

  /// Makes the model later.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

  /// The model.
  public var wrappedValue: ObjectType { box.object }
}

/// What would be seen; nothing here asks for it.
@preconcurrency @MainActor
public protocol View {
  /// What the body is.
  associatedtype Body: View
  /// What it is made of.
  @ViewBuilder var body: Body { get }
}

/// A view of nothing, for an app whose views are left out.
public struct EmptyView: View {
  /// Makes a view.
  public nonisolated init() {}
  /// Never called.
  public var body: Never { return noBody() }
}

/// A text, which nothing shows.
public struct Text: View {
  /// Makes a text.
  public nonisolated init(_ content: String) {}
  /// Never called.
  public var body: Never { return noBody() }
}

/// Makes one view of those in a body.
@preconcurrency @MainActor @resultBuilder
public enum ViewBuilder {
  /// No view.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}
