public import AppleSupport
public import Foundation

// What stands where apps for Linux have no user interface: the classes that app delegates name. They do nothing.

/// What answers events of the user; here a class to descend from.
@preconcurrency @MainActor
open class UIResponder: NSObject, UIUserActivityRestoring {
  /// Makes a responder.
  @MainActor public override init() { super.init() }

  /// The responder after this one.
  open var next: UIResponder? { nil }
  /// What the user does in it.
  open var userActivity: NSUserActivity?

  /// Continues an activity; nothing asks for it here.
  open func restoreUserActivityState(_ userActivity: NSUserActivity) {}
}

/// A window without a screen.
@preconcurrency @MainActor
open class UIWindow: UIResponder {
  /// Where it would be.
  open var frame: CGRect
  /// What would show its content.
  open var rootViewController: UIViewController?
  /// Whether it would be seen.
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

  /// Does nothing that can be seen.
  open func makeKeyAndVisible() { isKeyWindow = true }
}

/// A screen that is not there.
@preconcurrency @MainActor
open class UIScreen: NSObject {
  /// The screen.
  public class var main: UIScreen { theOne }
  private static let theOne = UIScreen()

  /// Its size: none.
  open var bounds: CGRect { .zero }
}

/// What would show the content of a window.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  /// What would be read above it.
  open var title: String?

  /// Makes a controller.
  @MainActor public override init() { super.init() }

  /// Called on Apple's systems when there is a view; never here.
  open func viewDidLoad() {}
}

/// A picture, which nothing here draws: its bytes.
open class UIImage: NSObject, @unchecked Sendable {
  /// The file's bytes.
  private let bytes: Data

  /// Takes the bytes of a picture; `nil` where there are none.
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    bytes = data
  }
  /// Reads a file; `nil` where that cannot be read.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }
  /// Finds a picture of the app's bundle: there is no catalog here, and `nil`.
  public convenience init?(named name: String) { return nil }
  /// Finds a symbol: there are none.
  public convenience init?(systemName name: String) { return nil }
}
