internal import AppleSupport
public import Foundation
internal import Torpor

/// The services that the app offers to centrals.
///
/// To be woken, the app needs `bluetooth-peripheral` in `UIBackgroundModes`. The daemon has one peripheral for each
/// app: use one manager.
open class CBPeripheralManager: CBManager, @unchecked Sendable {
  private let lock = NSLock()
  /// Guarded by `lock`, as are the next members.
  private weak var told: (any CBPeripheralManagerDelegate)?
  private var services: [CBMutableService] = []
  private var advertises = false
  /// The services of an earlier process.
  private var former: [CBMutableService] = []
  private let restoration = Restoration()
  let restoreIdentifier: String?

  /// Makes a manager that calls its delegate on a queue, by default the main queue.
  public convenience init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Makes a manager; only the option `CBPeripheralManagerOptionRestoreIdentifierKey` has an effect.
  public init(
    delegate: (any CBPeripheralManagerDelegate)?,
    queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    restoreIdentifier = options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String
    told = delegate
    super.init(queue: queue)
    RadioBridge.shared.add(self)
    begin { [weak self] in
      guard let self else { return }
      self.delegate?.peripheralManagerDidUpdateState(self)
    }
  }

  /// Receives the requests of centrals; held weakly.
  open weak var delegate: (any CBPeripheralManagerDelegate)? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }
  /// Whether it is advertising.
  open var isAdvertising: Bool { lock.withLock { advertises } }

  private func peripheral(_ application: Application) -> PeripheralManager {
    restoreIdentifier.map { application.peripheralManager(restoreIdentifier: $0) }
      ?? application.peripheralManager
  }

  private func attempt(_ call: (PeripheralManager) throws(TorporError) -> Void) -> CBError? {
    do throws(TorporError) {
      try call(peripheral(AppleSystem.application()))
      return nil
    } catch {
      return CBError(.unknown, error.description)
    }
  }

  // MARK: The app's requests; the thread waits for the system's answer

  /// Advertises the services in `CBAdvertisementDataServiceUUIDsKey`.
  open func startAdvertising(_ advertisementData: [String: Any]?) {
    prepare()
    let services = advertisementData?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
    let failure = attempt { manager throws(TorporError) in
      try manager.startAdvertising(services: services.map(\.uuidString))
    }
    lock.withLock { advertises = failure == nil }
    queue.async { self.delegate?.peripheralManagerDidStartAdvertising(self, error: failure) }
  }

  /// Stops advertising.
  open func stopAdvertising() {
    prepare()
    lock.withLock { advertises = false }
    _ = attempt { manager throws(TorporError) in try manager.stopAdvertising() }
  }

  /// Offers an additional service; it replaces a service with its UUID that an earlier process has offered.
  open func add(_ service: CBMutableService) {
    // Without the services of an earlier process, the system would take this one for the complete list.
    guard prepare() else {
      let failure = CBError(
        .unknown,
        "The system does not answer, so that \(service.uuid) is not offered. Try again."
      )
      return queue.async {
        self.delegate?.peripheralManager(self, didAdd: service, error: failure)
      }
    }
    let all = lock.withLock {
      let place = services.firstIndex { own in
        own.uuid == service.uuid && former.contains { $0 === own }
      }
      // In the same order, it is unchanged for the system, and a central's request remains open.
      if let place { services[place] = service } else { services.append(service) }
      return services
    }
    let failure = attempt { manager throws(TorporError) in
      try manager.setServices(all.map(\.published))
    }
    if failure != nil { lock.withLock { services.removeAll { $0 === service } } }
    queue.async { self.delegate?.peripheralManager(self, didAdd: service, error: failure) }
  }

  /// Withdraws a service.
  open func remove(_ service: CBMutableService) {
    prepare()
    let all = lock.withLock {
      services.removeAll { $0 === service }
      return services
    }
    _ = attempt { manager throws(TorporError) in try manager.setServices(all.map(\.published)) }
  }

  /// Withdraws all services.
  open func removeAllServices() {
    prepare()
    lock.withLock { services = [] }
    _ = attempt { manager throws(TorporError) in try manager.setServices([]) }
  }

  /// Answers a request of a central, within the 10 s that it waits.
  open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
    guard let asked = request.request else { return }
    // The answer to an accepted write has no value.
    let value = asked.kind == .read ? Array(request.value ?? Data()) : []
    let answer: CentralAnswer =
      result == .success ? .value(value) : .failure(code: UInt8(result.rawValue))
    _ = attempt { manager throws(TorporError) in try manager.respond(to: asked, with: answer) }
  }

  /// Notifies the subscribed centrals of a new value; the daemon notifies all of them.
  ///
  /// - Returns: Whether the system has accepted it.
  open func updateValue(
    _ value: Data,
    for characteristic: CBMutableCharacteristic,
    onSubscribedCentrals centrals: [CBCentral]?
  ) -> Bool {
    guard let service = characteristic.service else { return false }
    return attempt { manager throws(TorporError) in
      try manager.updateValue(
        Array(value),
        for: characteristic.uuid.uuidString,
        of: service.uuid.uuidString
      )
    } == nil
  }

  // MARK: Events

  @discardableResult
  override func prepare() -> Bool {
    guard let restoreIdentifier else { return true }
    return restoration.prepare {
      let standing = AppleSystem.attempt { application throws(TorporError) in
        try peripheral(application).currentStanding()
      }
      guard let standing else { return false }
      let offered = standing.services.compactMap(CBMutableService.init)
      lock.withLock {
        (services, former) = (offered + services, offered)
        if standing.advertising != nil { advertises = true }
      }
      guard RadioBridge.shared.isFirst("peripheral", restoreIdentifier) else { return true }
      var told: [String: Any] = [:]
      if !offered.isEmpty { told[CBPeripheralManagerRestoredStateServicesKey] = offered }
      if let advertised = standing.advertising {
        let numbers = advertised.compactMap { CBUUID(said: $0) }
        told[CBPeripheralManagerRestoredStateAdvertisementDataKey] =
          [CBAdvertisementDataServiceUUIDsKey: numbers] as [String: Any]
      }
      if !told.isEmpty { restoration.keep(told) }
      return true
    }
  }

  override func restore() {
    prepare()
    if let state = restoration.take() { delegate?.peripheralManager(self, willRestoreState: state) }
  }

  func received(_ request: CentralRequest) {
    precede()
    let characteristic = lock.withLock {
      services.first { $0.uuid == CBUUID(said: request.service) }?.characteristics?
        .first { $0.uuid == CBUUID(said: request.characteristic) }
    }
    guard let characteristic, let delegate else { return }
    let central = CBCentral(request.central)
    let asked = CBATTRequest(request, central, characteristic)
    switch request.kind {
    case .read:
      // A value that the app has set is read without calling the app.
      if let value = characteristic.value {
        asked.value = Data(value.dropFirst(request.offset))
        respond(to: asked, withResult: .success)
      } else {
        delegate.peripheralManager(self, didReceiveRead: asked)
      }
    case .write: delegate.peripheralManager(self, didReceiveWrite: [asked])
    case .subscribe:
      delegate.peripheralManager(self, central: central, didSubscribeTo: characteristic)
    case .unsubscribe:
      delegate.peripheralManager(self, central: central, didUnsubscribeFrom: characteristic)
    }
  }
}

/// A central that uses the app's services; without addresses, all centrals are one.
open class CBCentral: CBPeer, @unchecked Sendable {
  init(_ address: String?) {
    super.init(CBPeripheral.identifier(of: address ?? "00:00:00:00:00:00"))
  }
  /// The longest value that is sent at once: Bluetooth's minimum, 20 bytes.
  open var maximumUpdateValueLength: Int { 20 }
}

/// A request of a central.
open class CBATTRequest: NSObject, @unchecked Sendable {
  let request: CentralRequest?
  /// The central.
  public let central: CBCentral
  /// The characteristic.
  public let characteristic: CBCharacteristic
  /// The first byte.
  public let offset: Int
  /// The value to write, or the app's answer.
  open var value: Data?

  init(_ request: CentralRequest, _ central: CBCentral, _ characteristic: CBCharacteristic) {
    self.request = request
    self.central = central
    self.characteristic = characteristic
    offset = request.offset
    value = request.kind == .write ? Data(request.value) : nil
  }
}

/// The domain of `CBATTError`.
public let CBATTErrorDomain = "CBATTErrorDomain"

/// The results of the attribute protocol.
public struct CBATTError: CustomNSError, Hashable, Sendable {
  /// The code of the result.
  public let code: Code
  /// Makes a result from its code.
  public init(_ code: Code) { self.code = code }
  /// `CBATTErrorDomain`.
  public static var errorDomain: String { CBATTErrorDomain }
  /// Bluetooth's number.
  public var errorCode: Int { code.rawValue }

  /// Bluetooth's number.
  public enum Code: Int, Sendable {
    /// The request was carried out.
    case success = 0x00
    /// There is no such characteristic.
    case invalidHandle = 0x01
    /// It cannot be read.
    case readNotPermitted = 0x02
    /// It cannot be written.
    case writeNotPermitted = 0x03
    /// The app does not support the request.
    case requestNotSupported = 0x06
    /// The value has fewer bytes.
    case invalidOffset = 0x07
    /// The value has the wrong length.
    case invalidAttributeValueLength = 0x0D
    /// Another error.
    case unlikelyError = 0x0E
  }
}

/// The requests of centrals; called on the manager's queue.
@preconcurrency
public protocol CBPeripheralManagerDelegate: NSObjectProtocol {
  /// The availability of Bluetooth is known.
  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
  /// The process was launched for the services of an earlier one.
  func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
  /// The app is advertising, or cannot.
  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager,
    error: (any Error)?
  )
  /// A service is offered, or cannot be.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didAdd service: CBService,
    error: (any Error)?
  )
  /// A central has subscribed to changes.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  )
  /// A central has unsubscribed.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  )
  /// A central reads a value; answer it.
  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
  /// A central writes values; answer the first request.
  func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didReceiveWrite requests: [CBATTRequest]
  )
}

extension CBPeripheralManagerDelegate {
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    willRestoreState dict: [String: Any]
  ) {}
  /// Does nothing.
  public func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didAdd service: CBService,
    error: (any Error)?
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {}
  /// Does nothing.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {}
  /// Does nothing; the central gets an error after 10 s.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didReceiveRead request: CBATTRequest
  ) {}
  /// Does nothing; the central gets an error after 10 s.
  public func peripheralManager(
    _ peripheral: CBPeripheralManager,
    didReceiveWrite requests: [CBATTRequest]
  ) {}
}
