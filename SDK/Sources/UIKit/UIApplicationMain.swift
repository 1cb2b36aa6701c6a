internal import AppleSupport
internal import CAppleRuntime
internal import Foundation
internal import Synchronization
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
  /// Runs the app with this class as its delegate; called for `@main`.
  public static func main() { MainLoop.serve(UIApplication.self, Self.self) }
}

/// The function that the compiler calls for `@UIApplicationMain`: it returns the class's name as an object of
/// Foundation's.
///
/// Foundation's function with that name, and the one that finds the class again, first build tables of Foundation's own
/// classes and their names, which took a third of the start of an app (docs/sdk.md). It also has no name for a class
/// that is nested in another type.
@_cdecl("NSStringFromClass")
public func _NSStringFromClass(_ classObject: UnsafeRawPointer) -> UnsafeRawPointer {
  let text = NamedClasses.keep(unsafeBitCast(classObject, to: AnyClass.self))
  return UnsafeRawPointer(Unmanaged.passRetained(NSString(string: text)).toOpaque())
}

/// The classes whose names the compiler has requested: for an app one, that of its delegate.
private enum NamedClasses {
  /// The addresses of the class descriptors, by name; they never move.
  private static let addresses = Mutex<[String: UInt]>([:])

  /// - Returns: The name of the class, preceded by that of its module.
  static func keep(_ anyClass: AnyClass) -> String {
    let name = _typeName(anyClass, qualified: true)
    let address = UInt(bitPattern: ObjectIdentifier(anyClass))
    addresses.withLock { $0[name] = address }
    return name
  }

  static func find(_ name: String) -> AnyClass? {
    addresses.withLock { $0[name] }.flatMap(UnsafeRawPointer.init(bitPattern:))
      .map { unsafeBitCast($0, to: AnyClass.self) }
  }
}

/// The function that the compiler calls for `@UIApplicationMain`.
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
  /// Serves the main thread like the other form, with the class of the delegate.
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
    // Serves the main queue, and with it the main actor, timers, and the other sources of the run loop.
    while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// Returns a delegate of a class; an app without one is its own, or has none.
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

  /// Calls the delegate until the system has no more events.
  private static func serve(_ connection: Torpor.Application, _ bridge: DelegateBridge) async {
    do throws(TorporError) {
      try await bridge.serve(connection)
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
    guard let found = NamedClasses.find(name) ?? NSClassFromString(name) else {
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
