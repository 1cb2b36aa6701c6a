internal import AppleSupport
internal import BackgroundTasks
internal import Foundation

/// A part of an app's interface, reduced to its life cycle and its background work.
@preconcurrency @MainActor
public protocol Scene {
  /// The type of the body.
  associatedtype Body: Scene
  /// The content of the scene.
  @SceneBuilder var body: Body { get }
}

/// Ends the process: the body of such a type is never read.
func noBody() -> Never { preconditionFailure("Nothing reads the body of this scene or view.") }

extension Never: Scene, View {
  /// Never called.
  public var body: Never { return noBody() }
}

/// A part of a scene that its app uses.
enum ScenePart {
  case task(TaskPart)
  case change(ChangePart)
}

/// A scene whose parts are known without reading its body.
@MainActor
protocol KnownScene {
  var parts: [ScenePart] { get }
}

extension KnownScene {
  static func parts(of scene: some Scene) -> [ScenePart] {
    (scene as? any KnownScene)?.parts ?? parts(of: scene.body)
  }
}

/// Combines the scenes of a body.
@preconcurrency @MainActor @resultBuilder
public enum SceneBuilder {
  /// Combines one or several scenes.
  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> some Scene {
    Scenes(content: (repeat each content))
  }
}

/// A sequence of scenes.
struct Scenes<each Content: Scene>: Scene, KnownScene {
  let content: (repeat each Content)
  var parts: [ScenePart] {
    var all: [ScenePart] = []
    func add(_ scene: some Scene) { all += Self.parts(of: scene) }
    repeat add(each content)
    return all
  }
  var body: Never { return noBody() }
}

/// Windows with the same content, which is not shown.
public struct WindowGroup<Content: View>: Scene, KnownScene {
  /// Makes windows; the content is never requested.
  public init(@ViewBuilder content: @escaping () -> Content) {}
  /// Makes windows with a title.
  public init(_ title: String, @ViewBuilder content: @escaping () -> Content) {}
  var parts: [ScenePart] { [] }
  /// Never called.
  public var body: Never { return noBody() }
}

/// A scene with an additional part.
struct ModifiedScene<Content: Scene>: Scene, KnownScene {
  let content: Content
  let part: ScenePart
  var parts: [ScenePart] { Self.parts(of: content) + [part] }
  var body: Never { return noBody() }
}

// MARK: Background work

/// The kind of background work for which an app is run.
public struct BackgroundTask<Request: Sendable, Response: Sendable>: Sendable {
  enum Kind: Sendable {
    case appRefresh(String)
    /// A session; `nil`: every session.
    case session(String?)
  }
  let kind: Kind
  let request: @Sendable (String) -> Request
}

extension BackgroundTask where Request == Void, Response == Void {
  /// Returns the task of a refresh that the app has submitted to the scheduler.
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(kind: .appRefresh(identifier)) { _ in }
  }
  /// Events of a background session.
  public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(kind: .session(identifier)) { _ in }
  }
}

extension BackgroundTask where Request == String, Response == Void {
  /// Events of any background session; the request is its identifier.
  public static var urlSession: BackgroundTask<String, Void> {
    BackgroundTask(kind: .session(nil)) { $0 }
  }
}

/// Background work declared by a scene.
struct TaskPart {
  fileprivate enum Kind {
    case appRefresh(String)
    case session(String?)
  }
  fileprivate let kind: Kind
  fileprivate let action: @Sendable (String) async -> Void

  /// Registers the work with the scheduler.
  ///
  /// The work ends when the action returns; its `Task` is cancelled when its time has run out.
  func register() {
    guard case .appRefresh(let identifier) = kind else { return }
    let action = action
    _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      let work = Task {
        await action(identifier)
        task.setTaskCompleted(success: !Task.isCancelled)
      }
      task.expirationHandler = { work.cancel() }
    }
  }

  /// Returns the action for the events of a session; `nil` if it is for others.
  func work(forSession session: String) -> (@Sendable () async -> Void)? {
    guard case .session(let wanted) = kind, wanted == nil || wanted == session else { return nil }
    let action = action
    return { await action(session) }
  }
}

extension Scene {
  /// Runs the action in the background; the work ends when it returns.
  public func backgroundTask<Request, Response>(
    _ task: BackgroundTask<Request, Response>,
    action: @escaping @Sendable (Request) async -> Response
  ) -> some Scene {
    let kind: TaskPart.Kind =
      switch task.kind {
      case .appRefresh(let identifier): .appRefresh(identifier)
      case .session(let identifier): .session(identifier)
      }
    let part = TaskPart(kind: kind) { text in _ = await action(task.request(text)) }
    return ModifiedScene(content: self, part: .task(part))
  }
}

// MARK: Changes

/// A value that a scene observes.
struct ChangePart {
  fileprivate let value: Any
  /// Compares the value with another one, and runs the action if they differ.
  fileprivate let compare: @MainActor (Any) -> Void
  fileprivate let first: @MainActor () -> Void

  @MainActor func begin() { first() }

  /// Runs the action if the previous value was different.
  @MainActor func follow(_ old: ChangePart) { compare(old.value) }
}

extension Scene {
  /// Runs the action when a value that the body reads has changed with the phase, passing the new value.
  public func onChange<Value: Equatable>(
    of value: Value,
    perform action: @escaping @MainActor (Value) -> Void
  ) -> some Scene {
    onChange(of: value) { _, new in action(new) }
  }

  /// Runs the action when a value that the body reads has changed with the phase.
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping @MainActor () -> Void
  ) -> some Scene {
    onChange(of: value, initial: initial) { _, _ in action() }
  }

  /// Runs the action when a value that the body reads has changed with the phase, passing the old and the new value.
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene {
    let change = ChangePart(value: value) { old in
      guard let old = old as? Value, old != value else { return }
      action(old, value)
    } first: {
      if initial { action(value, value) }
    }
    return ModifiedScene(content: self, part: .change(change))
  }
}
