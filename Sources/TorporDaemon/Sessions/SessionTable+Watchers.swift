import TorporCore
import TorporModel
import TorporWire

// Programs that watch the apps: each turn that changes something of them is told, and no other.

extension SessionTable {
  /// A client that sees the apps and the device as they change.
  struct Watcher {
    /// With whose rights it watches.
    let calls: ControlCalls
    let call: WireSession.CallIdentifier
    /// What it was sent last, without what is only measured.
    var seen: Control.Watch.Reply
  }

  /// Sends each watcher what has changed for it in the turn.
  func tellWatchers() {
    for index in watchers.indices {
      let watcher = watchers[index]
      let now = watcher.calls.watched
      let bare = now.withoutMeasures
      guard bare != watcher.seen else { continue }
      watchers[index].seen = bare
      answer(on: watcher.calls.connection) {
        $0.answer(watcher.call, watcher.calls.measured(now), continues: true)
      }
    }
  }
}

extension Control.Watch.Reply {
  /// What of it is news: neither what is only measured, nor what passes by itself.
  var withoutMeasures: Control.Watch.Reply {
    var reply = self
    reply.apps = apps.map { app in
      var app = app
      (app.footprintBytes, app.processorTime, app.timeRemaining) = (nil, nil, nil)
      (app.foregroundTime, app.backgroundTime) = (.zero, .zero)
      return app
    }
    (reply.device.at, reply.device.wallMicroseconds, reply.device.sequence) = (.zero, 0, 0)
    (reply.device.memoryAvailableBytes, reply.device.memoryTotalBytes) = (nil, nil)
    return reply
  }
}
