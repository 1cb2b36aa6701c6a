import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

@Suite("A call of a background service that asks for too much")
struct ServiceLimitTests {
  private static let place = #""latitude":1,"longitude":2,"radiusMetres":3"#

  @Test(
    "or is not of its shape is refused by the parameter's name",
    arguments: [
      ("RegisterForPush", "{}", "kind"), ("RegisterForPush", #"{"kind":"mail"}"#, "kind"),
      ("RegisterForPush", #"{"kind":"remote","token":"ff"}"#, "token"),
      ("ReportCall", #"{"call":1}"#, "call"),
      ("JoinChannel", "{}", "channel"), ("JoinChannel", #"{"channel":""}"#, "channel"),
      ("JoinChannel", #"{"channel":"crew","token":"ff"}"#, "token"),
      ("SetActiveParticipant", #"{"participant":"Ada"}"#, "channel"),
      ("SetActiveParticipant", #"{"channel":"crew","participant":""}"#, "participant"),
      ("StopTransmitting", #"{"channel":"crew","all":true}"#, "all"),
      ("StartUpdatingLocation", #"{"desiredAccuracyMetres":-1}"#, "desiredAccuracyMetres"),
      ("StartUpdatingLocation", #"{"distanceFilterMetres":1e300}"#, "distanceFilterMetres"),
      ("StartUpdatingLocation", #"{"activity":"sleep"}"#, "activity"),
      ("StartUpdatingLocation", #"{"pausesAutomatically":1}"#, "pausesAutomatically"),
      ("RequestLocation", #"{"accuracyMetres":"10"}"#, "accuracyMetres"),
      ("StartMonitoringRegion", "{}", "region"),
      ("StartMonitoringRegion", #"{"region":"home"}"#, "region"),
      ("StartMonitoringRegion", #"{"region":{\#(place)}}"#, "region.identifier"),
      ("StartMonitoringRegion", #"{"region":{"identifier":"",\#(place)}}"#, "region.identifier"),
      (
        "StartMonitoringRegion", #"{"region":{"identifier":"a",\#(place),"shape":"o"}}"#,
        "region.shape"
      ),
      (
        "StartMonitoringRegion",
        #"{"region":{"identifier":"a","latitude":90.1,"longitude":2,"radiusMetres":3}}"#,
        "region.latitude"
      ),
      (
        "StartMonitoringRegion",
        #"{"region":{"identifier":"a","latitude":1,"longitude":-181,"radiusMetres":3}}"#,
        "region.longitude"
      ),
      (
        "StartMonitoringRegion",
        #"{"region":{"identifier":"a","latitude":1,"longitude":2,"radiusMetres":0}}"#,
        "region.radiusMetres"
      ),
      ("StopMonitoringRegion", #"{"region":"a\u0000b"}"#, "region"),
      ("MonitoredRegions", #"{"region":"a"}"#, "region"),
      ("DeferLocationUpdates", #"{"timeoutMicroseconds":-1}"#, "timeoutMicroseconds"),
      (
        "DeferLocationUpdates", #"{"timeoutMicroseconds":9223372036854775807}"#,
        "timeoutMicroseconds"
      ),
      ("AddNotification", "{}", "notification"),
      ("AddNotification", #"{"notification":{}}"#, "notification.identifier"),
      (
        "AddNotification", #"{"notification":{"identifier":"a","badge":-1}}"#,
        "notification.badge"
      ),
      (
        "AddNotification", #"{"notification":{"identifier":"a","level":"loud"}}"#,
        "notification.level"
      ),
      (
        "AddNotification", #"{"notification":{"identifier":"a","userInfo":"{"}}"#,
        "notification.userInfo"
      ),
      (
        "AddNotification",
        #"{"notification":{"identifier":"a","hasSound":false,"soundName":"b.wav"}}"#,
        "notification.soundName"
      ),
      (
        "AddNotification", #"{"notification":{"identifier":"a","trigger":{}}}"#,
        "notification.trigger.type"
      ),
      (
        "AddNotification", #"{"notification":{"identifier":"a","trigger":{"type":"moon"}}}"#,
        "notification.trigger.type"
      ),
      (
        "AddNotification", #"{"notification":{"identifier":"a","trigger":{"type":"interval"}}}"#,
        "notification.trigger.microseconds"
      ),
      (
        "AddNotification",
        #"{"notification":{"identifier":"a","trigger":{"type":"interval","microseconds":1,"hour":2}}}"#,
        "notification.trigger.hour"
      ),
      (
        "AddNotification",
        #"{"notification":{"identifier":"a","trigger":{"type":"calendar","microseconds":1}}}"#,
        "notification.trigger.microseconds"
      ),
      (
        "AddNotification",
        #"{"notification":{"identifier":"a","trigger":{"type":"region","region":{}}}}"#,
        "notification.trigger.region.identifier"
      ),
      ("RemovePendingNotifications", #"{"identifiers":["a",""]}"#, "identifiers.1"),
      ("RemoveDeliveredNotifications", #"{"identifiers":"a"}"#, "identifiers"),
      ("SetNotificationCategories", "{}", "categories"),
      (
        "SetNotificationCategories", #"{"categories":[{"identifier":"a"}]}"#,
        "categories.0.actions"
      ),
      (
        "SetNotificationCategories",
        #"{"categories":[{"identifier":"a","actions":[{"identifier":"b"}]}]}"#,
        "categories.0.actions.0.title"
      ),
      ("SetBadge", #"{"count":-1}"#, "count"), ("SetBadge", #"{"count":1000001}"#, "count"),
      ("PresentNotification", #"{"options":[]}"#, "callback"),
      ("PresentNotification", #"{"callback":"1"}"#, "options"),
      ("PresentNotification", #"{"callback":"1","options":["alert"]}"#, "options.0"),
      ("ActivateAudioSession", #"{"category":"loud"}"#, "category"),
      ("OpenAccessory", #"{"accessory":""}"#, "accessory"),
      ("SetNotifyValue", #"{"peripheral":"a","characteristic":"b"}"#, "isOn"),
      ("WatchDescriptor", #"{"name":"a"}"#, "purpose"),
      ("WatchDescriptor", #"{"name":"a","purpose":"mail"}"#, "purpose"),
      ("WatchDescriptor", #"{"name":"a","purpose":"accessory"}"#, "accessory"),
      ("WatchDescriptor", #"{"name":"a","purpose":"voip","accessory":"b"}"#, "accessory"),
      ("WatchDescriptor", #"{"name":"a","purpose":"voip","descriptor":-1}"#, "descriptor"),
      ("SetKeepAlive", #"{"microseconds":0.5}"#, "microseconds"),
    ]
  )
  func invalid(method: String, parameters: String, name: String) throws {
    let parameters = try json(parameters)
    #expect(throws: WireError.invalidParameter(parameter: name)) {
      try AppCall(method: method, parameters: parameters)
    }
  }

  @Test("is refused at one byte, name or button above each limit, and not below")
  func limits() throws {
    func text(_ count: Int) -> String { String(repeating: "a", count: count) }
    func accepts(_ call: any WireCall) throws -> Bool {
      do {
        let read = try AppCall(method: call.name, parameters: call.parameters).call
        return AnyHashable(read) == AnyHashable(call)
      } catch .invalidParameter {
        return false
      }
    }
    func notification(_ content: NotificationContent) -> any WireCall {
      App.AddNotification(notification: LocalNotification(identifier: "a", content: content))
    }
    func categories(_ count: Int, actions: Int) -> any WireCall {
      let action = NotificationAction(identifier: "b", title: "B")
      let category = NotificationCategory(
        identifier: "c",
        actions: Array(repeating: action, count: actions)
      )
      return App.SetNotificationCategories(
        categories: Array(repeating: category, count: count)
      )
    }
    let limits: [(request: (Int) -> any WireCall, most: Int)] = [
      ({ App.OpenAccessory(accessory: text($0)) }, 256),
      ({ notification(NotificationContent(title: text($0))) }, 1024),
      ({ notification(NotificationContent(subtitle: text($0))) }, 1024),
      ({ notification(NotificationContent(body: text($0))) }, 4096),
      ({ notification(NotificationContent(userInfoJSON: "\"\(text($0 - 2))\"")) }, 4096),
      ({ App.RemovePendingNotifications(identifiers: Array(repeating: "a", count: $0)) }, 256),
      ({ App.ScanForPeripherals(services: Array(repeating: "a", count: $0)) }, 64),
      (
        {
          let service = PeripheralService(number: "180D", characteristics: [])
          return App.PublishServices(services: Array(repeating: service, count: $0))
        }, 64
      ),
      (
        {
          let one = PeripheralCharacteristic(number: "2A37", uses: [.read])
          let all = Array(repeating: one, count: $0)
          return App.PublishServices(
            services: [PeripheralService(number: "180D", characteristics: all)]
          )
        }, 32
      ),
      (
        {
          let value = [UInt8](repeating: 1, count: $0)
          return App.AnswerCentral(request: Samples.centralRequest, answer: .value(value))
        }, 512
      ),
      ({ categories($0, actions: 0) }, 64), ({ categories(1, actions: $0) }, 16),
    ]
    for (index, limit) in limits.enumerated() {
      #expect(try accepts(limit.request(limit.most)), "limit \(index)")
      #expect(try !accepts(limit.request(limit.most + 1)), "limit \(index)")
    }
    // Each part is within its limit, and the whole is not.
    let large = NotificationContent(body: text(4000), userInfoJSON: "\"\(text(4000))\"")
    #expect(try !accepts(notification(large)))
  }

  @Test("leaves room for all notifications that may be scheduled in one message")
  func room() {
    #expect(128 * ServiceLimits.notificationBytesMax + 1024 < VarlinkFramer.messageBytesMax)
  }
}
