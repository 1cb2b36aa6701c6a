import TorporModel

/// What `ChangeSetting` of `io.torpor.Control` takes: one of its members.
struct SettingParameters: Codable {
  var app: String?
  var backgroundRefresh: BackgroundRefresh?
  var location: LocationAuthorization?
  var locationAccuracy: LocationAccuracy?
  var allowsNotifications: Bool?
  var allowsMicrophone: Bool?
  var lowPowerMode: Bool?
  var profile: ProfileName?
  var memoryVictims: MemoryVictimOrder?
  var pageOutMicroseconds: Int64?
  var sleepAgain: Bool?
  var jobNotifications: Bool?

  init(_ change: SettingChange) {
    switch change {
    case .app(let app, let change):
      self.app = app
      backgroundRefresh = change.backgroundRefresh
      location = change.location
      locationAccuracy = change.locationAccuracy
      allowsNotifications = change.allowsNotifications
      allowsMicrophone = change.allowsMicrophone
    case .device(let change):
      backgroundRefresh = change.backgroundRefresh
      lowPowerMode = change.lowPowerMode
      profile = change.profile
      memoryVictims = change.memoryVictims
      pageOutMicroseconds = change.pageOutAfter?.microseconds
      sleepAgain = change.sleepAgain
      jobNotifications = change.jobNotifications
    }
  }

  /// From nothing, which is never, to a week.
  private func pageOutAfter() throws(WireError) -> Duration? {
    guard let pageOutMicroseconds else { return nil }
    let rest = Duration(wireMicroseconds: pageOutMicroseconds)
    guard rest >= .zero, rest <= .hours(7 * 24) else {
      throw .invalidParameter(parameter: "pageOutMicroseconds")
    }
    return rest
  }

  /// A setting of the device on an app, or the other way round, is an error by its name.
  func change() throws(WireError) -> SettingChange {
    guard let app else {
      if location != nil { throw .invalidParameter(parameter: "location") }
      if locationAccuracy != nil { throw .invalidParameter(parameter: "locationAccuracy") }
      if allowsNotifications != nil { throw .invalidParameter(parameter: "allowsNotifications") }
      if allowsMicrophone != nil { throw .invalidParameter(parameter: "allowsMicrophone") }
      return .device(
        DeviceSettingsChange(
          backgroundRefresh: backgroundRefresh,
          lowPowerMode: lowPowerMode,
          profile: profile,
          memoryVictims: memoryVictims,
          pageOutAfter: try pageOutAfter(),
          sleepAgain: sleepAgain,
          jobNotifications: jobNotifications
        )
      )
    }
    if lowPowerMode != nil { throw .invalidParameter(parameter: "lowPowerMode") }
    if profile != nil { throw .invalidParameter(parameter: "profile") }
    if memoryVictims != nil { throw .invalidParameter(parameter: "memoryVictims") }
    if sleepAgain != nil { throw .invalidParameter(parameter: "sleepAgain") }
    if jobNotifications != nil { throw .invalidParameter(parameter: "jobNotifications") }
    if pageOutMicroseconds != nil { throw .invalidParameter(parameter: "pageOutMicroseconds") }
    return .app(
      app,
      AppSettingsChange(
        backgroundRefresh: backgroundRefresh,
        location: location,
        locationAccuracy: locationAccuracy,
        allowsNotifications: allowsNotifications,
        allowsMicrophone: allowsMicrophone
      )
    )
  }
}
