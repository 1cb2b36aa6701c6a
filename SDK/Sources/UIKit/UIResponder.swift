public import Foundation

// What stands where apps for Linux have no user interface: the classes that app delegates name. They do nothing.

/// What answers events of the user; here a class to descend from.
@preconcurrency @MainActor
open class UIResponder: NSObject {
  /// Makes a responder.
  @MainActor public override init() { super.init() }

  /// The responder after this one.
  open var next: UIResponder? { nil }
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
