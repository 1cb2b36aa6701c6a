internal import AppleSupport
public import Foundation
internal import Torpor

/// An accessory that is, or was, connected.
open class EAAccessory: NSObject, @unchecked Sendable {
  private let accessory: Accessory
  private let lock = NSLock()
  private var isThere = true
  private weak var told: (any EAAccessoryDelegate)?

  /// Its number, which is unique within this process.
  public let connectionID: Int

  init(_ accessory: Accessory, number: Int) {
    (self.accessory, connectionID) = (accessory, number)
  }

  /// The name of the accessory.
  open var name: String { accessory.name }
  /// The manufacturer; empty if the accessory does not report it.
  open var manufacturer: String { accessory.manufacturer ?? "" }
  /// The model; empty if the accessory does not report it.
  open var modelNumber: String { accessory.modelNumber ?? "" }
  /// The serial number; empty if the accessory does not report it.
  open var serialNumber: String { accessory.serialNumber ?? "" }
  /// The firmware revision, which is unknown: empty.
  open var firmwareRevision: String { "" }
  /// The hardware revision, which is unknown: empty.
  open var hardwareRevision: String { "" }
  /// The protocols that it supports; empty if they are unknown.
  open var protocolStrings: [String] { accessory.protocolStrings }
  /// Whether it is connected.
  open var isConnected: Bool { lock.withLock { isThere } }
  /// Receives its disconnection; held weakly.
  open weak var delegate: (any EAAccessoryDelegate)? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }

  /// The kernel's device node, through which it is read and written.
  var devicePath: String? { accessory.devicePath }

  /// Records that it was disconnected.
  @MainActor
  func disconnect() {
    lock.withLock { isThere = false }
    delegate?.accessoryDidDisconnect(self)
  }
}

/// The events of an accessory; called on the main thread.
@preconcurrency
public protocol EAAccessoryDelegate: NSObjectProtocol {
  /// The accessory was disconnected.
  func accessoryDidDisconnect(_ accessory: EAAccessory)
}

extension EAAccessoryDelegate {
  /// Does nothing.
  public func accessoryDidDisconnect(_ accessory: EAAccessory) {}
}

/// The key of the accessory in a notification.
public let EAAccessoryKey = "EAAccessoryKey"

extension NSNotification.Name {
  /// An accessory was connected; posted on the main thread.
  public static let EAAccessoryDidConnect = NSNotification.Name("EAAccessoryDidConnectNotification")
  /// An accessory was disconnected; posted on the main thread.
  public static let EAAccessoryDidDisconnect =
    NSNotification.Name("EAAccessoryDidDisconnectNotification")
}

/// The accessories of the device; needs `external-accessory` in `UIBackgroundModes`.
open class EAAccessoryManager: NSObject, @unchecked Sendable {
  private static let theShared = EAAccessoryManager()
  private let lock = NSLock()
  /// Guarded by `lock`, as are the next members: the connected accessories that this process has seen, by name.
  private var known: [String: EAAccessory] = [:]
  private var posts = false
  private var lastNumber = 0
  private var sessions: [Open] = []

  private struct Open {
    weak var session: EASession?
  }

  private override init() {}

  /// Returns the manager.
  open class func shared() -> EAAccessoryManager {
    theShared.listen()
    return theShared
  }

  private func listen() {
    AppleSystem.attempt { application throws(TorporError) in
      application.accessoryManager.delegate = AccessoryBridge.shared
    }
  }

  /// The accessories that support a protocol of the app; blocks the thread until the system answers.
  open var connectedAccessories: [EAAccessory] {
    let rows = AppleSystem.attempt { application throws(TorporError) in
      try application.accessoryManager.currentAccessories()
    }
    return (rows ?? []).map { take($0) }
  }

  /// Starts posting notifications when accessories are connected and disconnected.
  open func registerForLocalNotifications() { lock.withLock { posts = true } }
  /// Stops posting notifications.
  open func unregisterForLocalNotifications() { lock.withLock { posts = false } }

  /// Returns the object of an accessory, which stays the same while it is connected.
  private func take(_ row: Accessory) -> EAAccessory {
    lock.withLock {
      if let accessory = known[row.name] { return accessory }
      lastNumber += 1
      let accessory = EAAccessory(row, number: lastNumber)
      known[row.name] = accessory
      return accessory
    }
  }

  func add(_ session: EASession) {
    lock.withLock { sessions = sessions.filter { $0.session != nil } + [Open(session: session)] }
  }

  /// Returns whether there is a session with the accessory.
  func hasSession(with accessory: EAAccessory) -> Bool {
    let there = lock.withLock { sessions.compactMap(\.session) }
    return there.contains { $0.accessory?.name == accessory.name }
  }

  /// Resets everything at the end of the app's process.
  package static func forget() {
    let held = theShared.lock.withLock {
      defer { (theShared.known, theShared.posts, theShared.sessions) = ([:], false, []) }
      return theShared.known
    }
    withExtendedLifetime(held) {}
  }

  // MARK: Events of accessories

  @MainActor
  fileprivate func connected(_ name: String) {
    guard let accessory = connectedAccessories.first(where: { $0.name == name }) else { return }
    post(.EAAccessoryDidConnect, accessory)
  }

  @MainActor
  fileprivate func disconnected(_ name: String) {
    guard let accessory = lock.withLock({ known.removeValue(forKey: name) }) else { return }
    accessory.disconnect()
    post(.EAAccessoryDidDisconnect, accessory)
  }

  @MainActor
  fileprivate func hasBytes(_ name: String) {
    let sessions = lock.withLock { self.sessions.compactMap(\.session) }
    for session in sessions where session.accessory?.name == name { session.tellOfBytes() }
  }

  private func post(_ name: NSNotification.Name, _ accessory: EAAccessory) {
    guard lock.withLock({ posts }) else { return }
    NotificationCenter.default.post(
      name: name,
      object: self,
      userInfo: [EAAccessoryKey: accessory]
    )
  }
}

/// A session with an accessory, through the kernel's device node.
open class EASession: NSObject, @unchecked Sendable {
  /// The accessory.
  public let accessory: EAAccessory?
  /// The protocol.
  public let protocolString: String?
  /// The bytes from the accessory, with a delegate that is called on the main thread; `nil` if it has no device node.
  public let inputStream: InputStream?
  /// The bytes to the accessory; `nil` if it has no device node.
  public let outputStream: OutputStream?

  /// Begins a session; `nil` if the app may not, with the reason on standard error.
  ///
  /// The thread blocks until the system answers. The system wakes the app for bytes until the session is deallocated.
  public init?(accessory: EAAccessory, forProtocol protocolString: String) {
    let spoken = accessory.protocolStrings
    guard accessory.isConnected, spoken.isEmpty || spoken.contains(protocolString) else {
      ErrorStream.write(
        "torpor: there is no session with \(accessory.name): it is not connected, or does not speak \(protocolString). "
          + "It speaks \(spoken.joined(separator: ", ")).\n"
      )
      return nil
    }
    let isOpen: Void? = AppleSystem.attempt { application throws(TorporError) in
      try application.accessoryManager.openSession(with: accessory.name)
    }
    guard isOpen != nil else { return nil }
    (self.accessory, self.protocolString) = (accessory, protocolString)
    inputStream = accessory.devicePath.flatMap { InputStream(fileAtPath: $0) }
    outputStream = accessory.devicePath.flatMap { OutputStream(toFileAtPath: $0, append: true) }
    super.init()
    EAAccessoryManager.shared().add(self)
  }

  deinit {
    guard let accessory, !EAAccessoryManager.shared().hasSession(with: accessory) else { return }
    let name = accessory.name
    AppleSystem.attempt { application throws(TorporError) in
      try application.accessoryManager.closeSession(with: name)
    }
  }

  @MainActor
  func tellOfBytes() {
    guard let inputStream else { return }
    inputStream.delegate?.stream(inputStream, handle: .hasBytesAvailable)
  }
}

/// Passes the events of accessories to the one manager.
@MainActor
private final class AccessoryBridge: AccessoryManagerDelegate {
  nonisolated static let shared = AccessoryBridge()

  nonisolated init() {}

  func accessoryManager(_ manager: AccessoryManager, didConnect accessory: String) async {
    EAAccessoryManager.shared().connected(accessory)
  }
  func accessoryManager(_ manager: AccessoryManager, didDisconnect accessory: String) async {
    EAAccessoryManager.shared().disconnected(accessory)
  }
  func accessoryManager(
    _ manager: AccessoryManager,
    hasBytesAvailableFrom accessory: String
  ) async {
    EAAccessoryManager.shared().hasBytes(accessory)
  }
}
