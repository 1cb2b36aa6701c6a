internal import AppleSupport
internal import BackgroundTasks
internal import Foundation

/// A part of an app's interface, of which its life cycle and its work in the background are here.
@preconcurrency @MainActor
public protocol Scene {
  /// What the body is.
  associatedtype Body: Scene
  /// What it is made of.
  @SceneBuilder var body: Body { get }
}

/// What has a body that nothing reads.
func noBody() -> Never { preconditionFailure("Nothing reads the body of this scene or view.") }

extension Never: Scene, View {
  /// Never called.
  public var body: Never { return noBody() }
}

/// What a scene has that its app is asked for.
enum ScenePart {
  case task(TaskPart)
  case change(ChangePart)
}

/// A scene whose parts are known without its body.
@MainActor
protocol KnownScene {
  var parts: [ScenePart] { get }
}

extension KnownScene {
  static func parts(of scene: some Scene) -> [ScenePart] {
    (scene as? any KnownScene)?.parts ?? parts(of: scene.body)
  }
}

/// Makes one scene of those in a body.
@preconcurrency @MainActor @resultBuilder
public enum SceneBuilder {
  /// One scene, or several.
  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> some Scene {
    Scenes(content: (repeat each content))
  }
}

/// Scenes that stand one behind the other.
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

/// Windows with the same content, which nothing shows.
public struct WindowGroup<Content: View>: Scene, KnownScene {
  /// Makes windows; the content is never asked for.
  public init(@ViewBuilder content: @escaping () -> Content) {}
  /// Makes windows with a title.
  public init(_ title: String, @ViewBuilder content: @escaping () -> Content) {}
  var parts: [ScenePart] { [] }
  /// Never called.
  public var body: Never { return noBody() }
}

/// A scene with one thing more.
struct ModifiedScene<Content: Scene>: Scene, KnownScene {
  let content: Content
  let part: ScenePart
  var parts: [ScenePart] { Self.parts(of: content) + [part] }
  var body: Never { return noBody() }
}

// MARK: Work in the background

/// Why an app is run in the background.
public struct BackgroundTask<Request: Sendable, Response: Sendable>: Sendable {
  enum Kind: Sendable {
    case appRefresh(String)
    /// `nil`: every session.
    case session(String?)
  }
  let kind: Kind
  let request: @Sendable (String) -> Request
}

extension BackgroundTask where Request == Void, Response == Void {
  /// A refresh that the app has asked the scheduler for.
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

/// Work in the background that a scene names.
struct TaskPart {
  fileprivate enum Kind {
    case appRefresh(String)
    case session(String?)
  }
  fileprivate let kind: Kind
  fileprivate let action: @Sendable (String) async -> Void

  /// Has the scheduler run it.
  ///
  /// Its return is its end; its `Task` is cancelled where its time is over.
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

  /// What is done for the events of a session; `nil` where it is for others.
  func work(forSession session: String) -> (@Sendable () async -> Void)? {
    guard case .session(let wanted) = kind, wanted == nil || wanted == session else { return nil }
    let action = action
    return { await action(session) }
  }
}

extension Scene {
  /// Runs the action in the background; its return is the end of the work.
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

/// A value that a scene follows.
struct ChangePart {
  fileprivate let value: Any
  /// Whether another value is another one, and what is done then.
  fileprivate let compare: @MainActor (Any) -> Void
  fileprivate let first: @MainActor () -> Void

  @MainActor func begin() { first() }

  /// The value was another one before.
  @MainActor func follow(_ old: ChangePart) { compare(old.value) }
}

extension Scene {
  /// Runs the action where a value that the body reads has changed with the phase, with the new one.
  public func onChange<Value: Equatable>(
    of value: Value,
    perform action: @escaping @MainActor (Value) -> Void
  ) -> some Scene {
    onChange(of: value) { _, new in action(new) }
  }

  /// Runs the action where a value that the body reads has changed with the phase.
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping @MainActor () -> Void
  ) -> some Scene {
    onChange(of: value, initial: initial) { _, _ in action() }
  }

  /// Runs the action where a value that the body reads has changed with the phase, with the old one and the new one.
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
