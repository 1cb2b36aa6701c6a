internal import AppleSupport
public import Foundation
internal import Torpor

/// Whether Bluetooth can be used.
public enum CBManagerState: Int, Sendable {
  /// Not known yet.
  case unknown = 0
  /// It begins anew; never here.
  case resetting = 1
  /// There is none; never here.
  case unsupported = 2
  /// The user does not allow it.
  case unauthorized = 3
  /// It is off; never here: a daemon without an adapter takes requests, which wait for one.
  case poweredOff = 4
  /// It can be used.
  case poweredOn = 5
}

/// Whether the user lets the app use Bluetooth.
public enum CBManagerAuthorization: Int, Sendable {
  /// The user has not been asked.
  case notDetermined = 0
  /// Nobody can allow it.
  case restricted = 1
  /// The user does not allow it.
  case denied = 2
  /// The user allows it.
  case allowedAlways = 3
}

/// What both kinds of managers have.
open class CBManager: NSObject, @unchecked Sendable {
  private let lock = NSLock()
  private var current = CBManagerState.unknown
  /// Tells the delegate of the state; `nil` once it was told.
  private var tellState: (@Sendable () -> Void)?
  /// Where the delegate is told.
  let queue: DispatchQueue

  init(queue: DispatchQueue?) {
    self.queue = queue ?? .main
    super.init()
  }

  /// Whether Bluetooth can be used; known when the delegate was told.
  open var state: CBManagerState { lock.withLock { current } }

  /// What the user has decided; the thread waits for the system's answer.
  open class var authorization: CBManagerAuthorization {
    let status = AppleSystem.attempt { application throws(TorporError) in
      try application.centralManager.currentAuthorization()
    }
    return switch status {
    case .authorized?, .authorizedWhenInUse?, .authorizedAlways?, .provisional?: .allowedAlways
    case .denied?: .denied
    case .notDetermined?: .notDetermined
    case nil: .restricted
    }
  }

  /// Has the manager know what earlier processes have asked for, once; the thread waits for the system's answer.
  ///
  /// - Returns: Whether it knows that.
  @discardableResult
  func prepare() -> Bool { true }
  /// Tells the delegate of that, once and first of all; on the manager's queue.
  func restore() {}

  /// Tells the delegate what comes before any event: what is restored, and that Bluetooth can be used, which the event
  /// shows before the system has said so; on the manager's queue.
  func precede() {
    restore()
    become(.poweredOn)
  }

  /// Tells the delegate of the first state; later ones do not come.
  private func become(_ state: CBManagerState) {
    let tell = lock.withLock { () -> (@Sendable () -> Void)? in
      defer { tellState = nil }
      if tellState != nil { current = state }
      return tellState
    }
    tell?()
  }

  /// Asks the user where they have not decided, and then has the delegate told; on the manager's queue.
  func begin(_ told: @escaping @Sendable () -> Void) {
    let queue = queue
    lock.withLock { tellState = told }
    Launch.after { [weak self] in
      self?.prepare()
      Task {
        let isAllowed = await AppleSystem.attempt { application async throws(TorporError) in
          try await application.centralManager.requestAuthorization()
        }
        guard let self else { return }
        queue.async {
          self.restore()
          self.become(isAllowed == true ? .poweredOn : .unauthorized)
        }
      }
    }
  }

  /// Runs the body on the manager's queue, and returns when it has.
  @MainActor
  func deliver(_ body: @escaping @Sendable () -> Void) async {
    guard queue !== DispatchQueue.main else { return body() }
    await withUnsafeContinuation { continuation in
      queue.async {
        body()
        continuation.resume()
      }
    }
  }
}

/// What an app restores of a manager: an identifier that it chooses, with which a manager's requests outlive the process.
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// As `CBCentralManagerOptionRestoreIdentifierKey`.
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Whether the user is told where Bluetooth is off; without effect.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// As `CBCentralManagerOptionShowPowerAlertKey`.
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// The peripherals that are connected or to be connected, as `[CBPeripheral]`.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// The services that were scanned for, as `[CBUUID]`.
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// What is advertised.
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"
/// The services that are offered, as `[CBMutableService]`; without the values that the app had set.
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// Whether each advertisement is told; without effect.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// The services that a peripheral advertises, as `[CBUUID]`.
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// The name that a peripheral advertises; without effect.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// Whether a peripheral takes connections; never there.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// What the maker of a peripheral says; never there.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// What a peripheral says of its services; never there.
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// How strong a peripheral sends; never there.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// Services for which there was no room; never there.
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// Services that a peripheral looks for; never there.
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"
/// Services that a peripheral is to look for; without effect.
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"
/// The options of a scan; never there.
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"
/// Whether the user is told of a connection; without effect.
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Whether the user is told of the end of a connection; without effect.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
  "kCBConnectOptionNotifyOnDisconnection"
/// Whether the user is told of news; without effect.
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// The domain of `CBError`.
public let CBErrorDomain = "CBErrorDomain"

/// Why something about Bluetooth has failed.
public struct CBError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, with Apple's number.
  public enum Code: Int, Sendable {
    /// None of the others.
    case unknown = 0
    /// A parameter is wrong; never here, as those that only some of the others have.
    case invalidParameters = 1
    /// A handle is wrong; never here.
    case invalidHandle = 2
    /// The peripheral is not connected.
    case notConnected = 3
    /// There is no room; never here.
    case outOfSpace = 4
    /// It was cancelled; never here.
    case operationCancelled = 5
    /// The connection has timed out; never here.
    case connectionTimeout = 6
    /// The connection has ended, on either side.
    case peripheralDisconnected = 7
    /// A number may not be used; never here.
    case uuidNotAllowed = 8
    /// It advertises already; never here.
    case alreadyAdvertising = 9
    /// The connection has failed; never here.
    case connectionFailed = 10
    /// There are too many connections; never here.
    case connectionLimitReached = 11
    /// The device is not known; never here.
    case unknownDevice = 12
    /// It is not supported.
    case operationNotSupported = 13
    /// The peripheral has forgotten its pairing; never here.
    case peerRemovedPairingInformation = 14
    /// The connection is not encrypted; never here.
    case encryptionTimedOut = 15
    /// There are too many paired devices; never here.
    case tooManyLEPairedDevices = 16
  }

  /// The cause.
  public let code: Code
  /// What failed, why, and what to do.
  public let errorDescription: String?

  init(_ code: Code, _ sentence: String) { (self.code, errorDescription) = (code, sentence) }

  /// Makes an error of its cause, with the text of `NSLocalizedDescriptionKey`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    errorDescription = userInfo[NSLocalizedDescriptionKey] as? String
  }
  /// Reads one; `unknown` for a number that is none of these.
  public init(_nsError error: NSError) {
    self.init(Code(rawValue: error.code) ?? .unknown, error.localizedDescription)
  }

  /// `CBErrorDomain`.
  public static var errorDomain: String { CBErrorDomain }
  /// Apple's number.
  public var errorCode: Int { code.rawValue }
}
