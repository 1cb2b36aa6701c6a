import TorporModel

// What the services for modes answer, beyond "done".

extension ModeReply {
  var json: JSON {
    switch self {
    case .pushToken(let token): .object(["token": .string(token)])
    case .regions(let regions): .object(["regions": .array(regions.map(\.json))])
    case .locationAuthorization(let authorization):
      .object(["authorization": .string(authorization.rawValue)])
    case .beaconRegions(let regions): .object(["regions": .array(regions.map(\.json))])
    case .monitorRecords(let records): .object(["records": .array(records.map(\.json))])
    case .locationAccuracy(let accuracy): .object(["accuracy": .string(accuracy.rawValue)])
    case .notifications(let notifications):
      .object(["notifications": .array(notifications.map(\.json))])
    case .notificationsAllowed(let isAllowed): .object(["isAllowed": .bool(isAllowed)])
    case .accessories(let accessories):
      .object(["accessories": .array(accessories.map(\.json))])
    }
  }
}

extension Reply {
  /// Reads the reply to a request about modes.
  ///
  /// - Throws: `WireError.malformedMessage` where a member is missing or not of its type.
  init(to request: ModeRequest, _ parameters: JSON) throws(WireError) {
    do throws(WireError) {
      self = try Self.read(request, ParameterReader(reply: parameters))
    } catch .invalidParameter(let parameter) {
      throw .malformedMessage(cause: "'\(parameter)' is missing or not of its type")
    }
  }

  private static func read(
    _ request: ModeRequest,
    _ reply: ParameterReader
  ) throws(WireError) -> Reply {
    switch request {
    case .push(.register), .pushToTalk(.join): return .mode(.pushToken(try reply.name("token")))
    case .location(.monitoredRegions):
      var regions: [CircularRegion] = []
      for region in try reply.objects("regions", countMax: .max, known: []) {
        regions.append(try CircularRegion(region))
      }
      return .mode(.regions(regions))
    case .location(.authorizationStatus):
      return .mode(.locationAuthorization(try reply.word("authorization")))
    case .location(.beacons(.monitoredRegions)):
      var regions: [BeaconRegion] = []
      for region in try reply.objects("regions", countMax: .max, known: []) {
        regions.append(try BeaconRegion(region))
      }
      return .mode(.beaconRegions(regions))
    case .location(.monitor(.records)):
      var records: [MonitorRecord] = []
      for record in try reply.objects("records", countMax: .max, known: []) {
        records.append(try MonitorRecord(record))
      }
      return .mode(.monitorRecords(records))
    case .location(.accuracyAuthorization):
      return .mode(.locationAccuracy(try reply.word("accuracy")))
    case .notifications(.pending), .notifications(.delivered):
      var notifications: [LocalNotification] = []
      for notification in try reply.objects("notifications", countMax: .max, known: []) {
        notifications.append(try LocalNotification(notification))
      }
      return .mode(.notifications(notifications))
    case .notifications(.settings):
      return .mode(.notificationsAllowed(try reply.flag("isAllowed")))
    case .accessory(.connected):
      var accessories: [Accessory] = []
      for accessory in try reply.objects("accessories", countMax: .max, known: []) {
        accessories.append(try Accessory(accessory))
      }
      return .mode(.accessories(accessories))
    case .push, .location, .notifications, .audio, .accessory, .bluetooth, .descriptor,
      .pushToTalk:
      return .done
    }
  }
}
