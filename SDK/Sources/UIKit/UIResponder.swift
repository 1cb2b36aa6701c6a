public import AppleSupport
public import Foundation

// Replacements for the user interface, which apps for Linux do not have: the classes that app delegates name. They do
// nothing.

/// A responder to events of the user; here only a superclass.
@preconcurrency @MainActor
open class UIResponder: NSObject, UIUserActivityRestoring {
  /// Makes a responder.
  @MainActor public override init() { super.init() }

  /// The responder after this one.
  open var next: UIResponder? { nil }
  /// The user's activity in it.
  open var userActivity: NSUserActivity?

  /// Continues an activity; never called here.
  open func restoreUserActivityState(_ userActivity: NSUserActivity) {}
}

/// A window without a screen.
@preconcurrency @MainActor
open class UIWindow: UIResponder {
  /// The position that it would have.
  open var frame: CGRect
  /// The controller that would show its content.
  open var rootViewController: UIViewController?
  /// Whether it would be visible.
  open private(set) var isKeyWindow = false

  /// Makes a window.
  public init(frame: CGRect = .zero) { self.frame = frame }
  /// Makes a window of a scene.
  public init(windowScene: UIWindowScene) {
    frame = .zero
    self.windowScene = windowScene
    super.init()
    windowScene.windows.append(self)
  }

  /// The scene that it belongs to.
  open weak var windowScene: UIWindowScene?

  /// Has no visible effect.
  open func makeKeyAndVisible() { isKeyWindow = true }
}

/// A screen that does not exist.
@preconcurrency @MainActor
open class UIScreen: NSObject {
  /// The screen.
  public class var main: UIScreen { theOne }
  private static let theOne = UIScreen()

  /// Its size: none.
  open var bounds: CGRect { .zero }
}

/// The controller that would show the content of a window.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  /// The title that would be shown above it.
  open var title: String?

  /// Makes a controller.
  @MainActor public override init() { super.init() }

  /// Called on Apple's systems when there is a view; never called here.
  open func viewDidLoad() {}
}

/// A picture, which is not drawn here: its bytes.
open class UIImage: NSObject, @unchecked Sendable {
  /// The file's bytes.
  private let bytes: Data

  /// Makes a picture from its bytes; `nil` if there are none.
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    bytes = data
  }
  /// Reads a file; `nil` if it cannot be read.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }
  /// Finds a picture of the app's bundle: always `nil`, because there is no catalog here.
  public convenience init?(named name: String) { return nil }
  /// Finds a symbol: always `nil`, because there are none.
  public convenience init?(systemName name: String) { return nil }
}
