/// The name of a method (`Selector`) and, here, the method itself, because Linux has no Objective-C runtime that could
/// find it by its name.
///
/// `#selector(...)` does not compile on Linux. Its replacement is `Selector(_objc: "name", Type.method)`.
public struct Selector: Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The method's name.
  private let name: String
  private let method: ((AnyObject, Any) -> Bool)?

  /// Makes a selector with only a name, which has no method on Linux.
  public init(_ name: String) {
    self.name = name
    method = nil
  }

  /// Makes a selector with only a name, which has no method on Linux.
  public init(stringLiteral name: String) { self.init(name) }

  /// Makes the selector of a method without arguments.
  public init<Target: AnyObject, Result>(
    _objc name: String,
    _ method: @escaping (Target) -> () -> Result
  ) {
    self.name = name
    self.method = { target, _ in
      guard let target = target as? Target else { return false }
      _ = method(target)()
      return true
    }
  }

  /// Makes the selector of a method with one argument: the notification or the timer.
  public init<Target: AnyObject, Argument, Result>(
    _objc name: String,
    _ method: @escaping (Target) -> (Argument) -> Result
  ) {
    self.name = name
    self.method = { target, argument in
      guard let target = target as? Target, let argument = argument as? Argument else {
        return false
      }
      _ = method(target)(argument)
      return true
    }
  }

  /// The method's name.
  public var description: String { name }

  /// Returns whether both have the same name.
  public static func == (left: Selector, right: Selector) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Calls the method on an object; if the object does not have it, the process ends, as on Apple's systems.
  package func perform(on target: AnyObject, with argument: Any) {
    guard method?(target, argument) == true else { unrecognized(by: target).raise() }
  }

  package func unrecognized(by target: AnyObject) -> AppleException {
    AppleException(
      name: "NSInvalidArgumentException",
      reason: "-[\(type(of: target)) \(name)]: unrecognized selector sent to instance",
      hint:
        "A selector of only a name has no method behind it on Linux. Use the form with a block, or write "
        + "Selector(_objc: \"\(name)\", \(type(of: target)).\(name.prefix { $0 != ":" }))."
    )
  }
}
