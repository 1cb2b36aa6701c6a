package import TorporModel

// Parts of the device by their own names.

extension Device {
  package internal(set) var profile: Profile {
    _read { yield state.profile }
    _modify { yield &state.profile }
  }
  package internal(set) var screen: Screen {
    _read { yield state.screen }
    _modify { yield &state.screen }
  }
  package internal(set) var apps: AppTable {
    _read { yield state.apps }
    _modify { yield &state.apps }
  }
  package internal(set) var conditions: DeviceConditions {
    _read { yield state.conditions }
    _modify { yield &state.conditions }
  }
  package internal(set) var energy: EnergyBudget {
    _read { yield state.energy }
    _modify { yield &state.energy }
  }
  package internal(set) var clock: WallClock {
    _read { yield state.clock }
    _modify { yield &state.clock }
  }
  package internal(set) var usage: UsageModel {
    _read { yield state.usage }
    _modify { yield &state.usage }
  }
  package internal(set) var counters: Counters {
    _read { yield state.counters }
    _modify { yield &state.counters }
  }
  /// The time of the last input.
  package var now: Instant { state.now }

  /// All transfers, and the sessions that they belong to.
  package var transfers: TransferTable { services.transfers.table }
  /// The jobs of all users.
  package var jobs: JobTable { services.jobs.table }
  /// The location requests of all apps, and the location of the device.
  package var location: LocationTable { services.location.table }
  /// The notifications of all apps.
  package var notifications: NotificationTable { services.notifications.table }
  /// The accessories that are connected.
  package var accessories: [Accessory] { services.accessories.connected }
  /// The descriptors that apps have left with the daemon.
  package var heldDescriptors: [DescriptorName] {
    services.descriptors.apps.apps.flatMap { app in
      services.descriptors[app].held.map { DescriptorName(app: app, name: $0.name) }
    }
  }
  /// The audio sessions of all apps.
  package var audioSessions: AudioTable { services.audio.sessions }
  /// The channel of push to talk that the device has joined.
  package var channel: PushToTalkChannel? { services.pushToTalk.channel }

  /// The apps' waiting pushes and calls.
  package var pushes: PushTable { services.push.table }
  /// The topics for which apps want pushes, by app.
  package var pushTopics: [PushTopicName] {
    services.push.apps.apps.flatMap { app in
      PushTokenKind.allCases.filter { services.push[app].token($0) != nil }.map {
        PushTopicName(app: app, kind: $0)
      }
    }
  }
  /// The lowest priority of pushes wanted now; a gateway keeps less urgent ones (§6.2).
  package var pushPriorityMin: PushPriority {
    if conditions.lowPowerMode.value { return .immediate }
    return screen.isLocked ? .considerate : .low
  }
  /// The state of paging: where memory can be written to, and what was written.
  package var paging: PagingTable { services.paging.table }
  package var storage: StorageTable { services.storage.table }

  package var conditionContext: ConditionContext { state.conditionContext }

  var idleSince: Instant? { state.idleSince }
}
