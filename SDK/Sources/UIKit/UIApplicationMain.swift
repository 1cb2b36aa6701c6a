internal import AppleSupport
internal import CAppleRuntime
internal import Foundation
internal import Torpor

/// Runs the app: makes it and its delegate, connects to the system, and serves the main thread until the system
/// ends the process.
@discardableResult
public func UIApplicationMain(
  _ argc: Int32,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ principalClassName: String?,
  _ delegateClassName: String?
) -> Int32 {
  MainActor.assumeIsolated { () -> Never in
    MainLoop.serve(
      principalClassName.map(MainLoop.mustFindClass) ?? UIApplication.self,
      delegateClassName.map(MainLoop.mustFindClass)
    )
  }
}

extension UIApplicationDelegate {
  /// Runs the app with this class as its delegate, for `@main`.
  public static func main() { MainLoop.serve(UIApplication.self, Self.self) }
}

/// What the compiler calls for `@UIApplicationMain`: the class's name as an object of Foundation's.
@_cdecl("NSStringFromClass")
public func _NSStringFromClass(_ classObject: UnsafeRawPointer) -> UnsafeRawPointer {
  let name = NSString(string: NSStringFromClass(unsafeBitCast(classObject, to: AnyClass.self)))
  return UnsafeRawPointer(Unmanaged.passRetained(name).toOpaque())
}

/// What the compiler calls for `@UIApplicationMain`.
@_cdecl("UIApplicationMain")
public func _UIApplicationMain(
  _ argc: Int32,
  _ argv: UnsafeRawPointer?,
  _ principalClassName: UnsafeRawPointer?,
  _ delegateClassName: UnsafeRawPointer?
) -> Int32 {
  func text(_ name: UnsafeRawPointer?) -> String? {
    name.map { String(Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue()) }
  }
  return UIApplicationMain(
    argc,
    CommandLine.unsafeArgv,
    text(principalClassName),
    text(delegateClassName)
  )
}

/// The main thread of an app.
@MainActor
enum MainLoop {
  /// As the other form, with the class of the delegate.
  static func serve(_ principal: AnyClass, _ delegate: AnyClass?) -> Never {
    serve(principal) { Self.delegate(delegate, of: $0) }
  }

  /// Makes the app and its delegate, has the system call them, and serves the main thread.
  static func serve(
    _ principal: AnyClass,
    _ makeDelegate: (UIApplication) -> any UIApplicationDelegate
  ) -> Never {
    let connection: Torpor.Application
    do throws(TorporError) {
      connection = try AppleSystem.application()
    } catch {
      AppleSystem.report(error)
      exit(1)
    }
    Launch.begin()
    ChannelGate.begin(connection)
    if let complaint = HomeCheck.complaint() { ErrorStream.write(complaint) }
    guard let application = make(principal) as? UIApplication else {
      noClass("\(principal)", descendsFrom: "UIApplication").raise()
    }
    let bridge = DelegateBridge(application, makeDelegate(application))
    Task { @MainActor in await serve(connection, bridge) }
    // Serves the main queue, and with it the main actor, timers, and what else the run loop has.
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// The delegate of a class; an app without one is its own, or has none.
  static func delegate(
    _ anyClass: AnyClass?,
    of application: UIApplication
  ) -> any UIApplicationDelegate {
    let object = anyClass.map(make) ?? application
    guard let delegate = object as? any UIApplicationDelegate else {
      noClass("\(type(of: object))", descendsFrom: "UIApplicationDelegate").raise()
    }
    return delegate
  }

  /// Calls the delegate until the system has no more to tell.
  private static func serve(_ connection: Torpor.Application, _ bridge: DelegateBridge) async {
    do throws(TorporError) {
      try await connection.run(bridge)
      exit(0)
    } catch {
      AppleSystem.report(error)
      exit(1)
    }
  }

  /// Makes an object of a class that descends from `NSObject`, by its `init()`.
  static func make(_ anyClass: AnyClass) -> AnyObject {
    guard anyClass is NSObject.Type else {
      noClass("\(anyClass)", descendsFrom: "NSObject").raise()
    }
    let object = torpor_construct(unsafeBitCast(anyClass, to: UnsafeRawPointer.self))
    return Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue()
  }

  static func mustFindClass(_ name: String) -> AnyClass {
    guard let found = NSClassFromString(name) else {
      AppleException(
        name: "NSInternalInconsistencyException",
        reason:
          "Unable to instantiate the UIApplication delegate instance. No class named \(name) is loaded.",
        hint:
          "Pass NSStringFromClass(AppDelegate.self), whose text begins with the name of the module."
      ).raise()
    }
    return found
  }

  private static func noClass(_ name: String, descendsFrom parent: String) -> AppleException {
    AppleException(
      name: "NSInternalInconsistencyException",
      reason: "\(name) does not conform to \(parent)",
      hint: "Pass the class of the app, or of its delegate, to UIApplicationMain."
    )
  }
}
