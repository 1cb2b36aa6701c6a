import TorporModel

// Calls about places.

extension LocationRequest {
  static let methods =
    [
      "StartUpdatingLocation", "StopUpdatingLocation", "RequestLocation",
      "StartMonitoringSignificantChanges", "StopMonitoringSignificantChanges",
      "StartMonitoringVisits", "StopMonitoringVisits", "StartMonitoringRegion",
      "StopMonitoringRegion", "MonitoredRegions", "RequestRegionState", "DeferLocationUpdates",
      "EndDeferral", "LocationAuthorization", "LocationAccuracy", "RequestFullAccuracy",
    ] + MonitorRequest.methods + LiveRequest.methods + BeaconRequest.methods

  var method: String {
    switch self {
    case .startUpdating: "StartUpdatingLocation"
    case .stopUpdating: "StopUpdatingLocation"
    case .requestOnce: "RequestLocation"
    case .startMonitoringSignificantChanges: "StartMonitoringSignificantChanges"
    case .stopMonitoringSignificantChanges: "StopMonitoringSignificantChanges"
    case .startMonitoringVisits: "StartMonitoringVisits"
    case .stopMonitoringVisits: "StopMonitoringVisits"
    case .startMonitoring: "StartMonitoringRegion"
    case .stopMonitoring: "StopMonitoringRegion"
    case .monitoredRegions: "MonitoredRegions"
    case .requestState: "RequestRegionState"
    case .deferUpdates: "DeferLocationUpdates"
    case .endDeferral: "EndDeferral"
    case .authorizationStatus: "LocationAuthorization"
    case .accuracyAuthorization: "LocationAccuracy"
    case .requestFullAccuracy: "RequestFullAccuracy"
    case .monitor(let request): request.method
    case .live(let request): request.method
    case .beacons(let request): request.method
    }
  }

  /// Reads a call; `nil` where the method is none of these.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init?(method: some StringProtocol, _ parameters: JSON) throws(WireError) {
    switch method {
    case "StartUpdatingLocation": self = .startUpdating(try LocationSession(call: parameters))
    case "RequestLocation":
      let call = try ParameterReader(call: parameters, known: "accuracyMetres")
      self = .requestOnce(accuracyMetres: try call.optionalMetres("accuracyMetres") ?? 0)
    case "StartMonitoringRegion":
      let call = try ParameterReader(call: parameters, known: "region")
      self = .startMonitoring(
        try CircularRegion(call.object("region", known: CircularRegion.keys))
      )
    case "StopMonitoringRegion":
      self = .stopMonitoring(
        region: try ParameterReader(call: parameters, known: "region").name("region")
      )
    case "RequestRegionState":
      self = .requestState(
        region: try ParameterReader(call: parameters, known: "region").name("region")
      )
    case "DeferLocationUpdates":
      let call = try ParameterReader(
        call: parameters,
        known: "untilTravelledMetres",
        "timeoutMicroseconds"
      )
      self = .deferUpdates(
        untilTravelledMetres: try call.optionalMetres("untilTravelledMetres"),
        timeout: try call.optionalLength("timeoutMicroseconds")
      )
    case "RequestFullAccuracy":
      let call = try ParameterReader(call: parameters, known: "purpose")
      let purpose = try call.optionalText("purpose", bytesMax: ModeLimits.titleBytesMax)
      self = .requestFullAccuracy(purpose: purpose ?? "")
    default:
      if let request = try MonitorRequest(method: method, parameters) {
        self = .monitor(request)
      } else if let request = try LiveRequest(method: method, parameters) {
        self = .live(request)
      } else if let request = try BeaconRequest(method: method, parameters) {
        self = .beacons(request)
      } else {
        guard let request = Self.plain(method) else { return nil }
        _ = try ParameterReader(call: parameters)
        self = request
      }
    }
  }

  /// The request of a method without parameters.
  private static func plain(_ method: some StringProtocol) -> LocationRequest? {
    switch method {
    case "StopUpdatingLocation": .stopUpdating
    case "StartMonitoringSignificantChanges": .startMonitoringSignificantChanges
    case "StopMonitoringSignificantChanges": .stopMonitoringSignificantChanges
    case "StartMonitoringVisits": .startMonitoringVisits
    case "StopMonitoringVisits": .stopMonitoringVisits
    case "MonitoredRegions": .monitoredRegions
    case "EndDeferral": .endDeferral
    case "LocationAuthorization": .authorizationStatus
    case "LocationAccuracy": .accuracyAuthorization
    default: nil
    }
  }

  var fields: [(key: String, value: JSON?)] {
    switch self {
    case .startUpdating(let session): session.fields
    case .requestOnce(let metres): [("accuracyMetres", .number(metres))]
    case .startMonitoring(let region): [("region", region.json)]
    case .stopMonitoring(let region), .requestState(let region): [("region", .string(region))]
    case .deferUpdates(let metres, let timeout):
      [
        ("untilTravelledMetres", metres.map { .number($0) }),
        ("timeoutMicroseconds", timeout.map { .integer($0.microseconds) }),
      ]
    case .monitor(let request): request.fields
    case .live(let request): request.fields
    case .beacons(let request): request.fields
    case .requestFullAccuracy(let purpose): [("purpose", .string(purpose))]
    case .stopUpdating, .startMonitoringSignificantChanges, .stopMonitoringSignificantChanges,
      .startMonitoringVisits, .stopMonitoringVisits, .monitoredRegions, .endDeferral,
      .authorizationStatus, .accuracyAuthorization:
      []
    }
  }
}

extension LocationSession {
  fileprivate init(call parameters: JSON) throws(WireError) {
    let call = try ParameterReader(
      call: parameters,
      known: "desiredAccuracyMetres",
      "distanceFilterMetres",
      "allowsBackgroundUpdates",
      "pausesAutomatically",
      "activity"
    )
    self.init(
      desiredAccuracyMetres: try call.optionalMetres("desiredAccuracyMetres") ?? 0,
      distanceFilterMetres: try call.optionalMetres("distanceFilterMetres"),
      allowsBackgroundUpdates: try call.optionalFlag("allowsBackgroundUpdates") ?? false,
      pausesAutomatically: try call.optionalFlag("pausesAutomatically") ?? true,
      activity: try call.optionalWord("activity") ?? .other
    )
  }

  fileprivate var fields: [(key: String, value: JSON?)] {
    [
      ("desiredAccuracyMetres", .number(desiredAccuracyMetres)),
      ("distanceFilterMetres", distanceFilterMetres.map { .number($0) }),
      ("allowsBackgroundUpdates", .bool(allowsBackgroundUpdates)),
      ("pausesAutomatically", .bool(pausesAutomatically)),
      ("activity", .string(activity.rawValue)),
    ]
  }
}
