import TorporModel
package import TorporWire

// Pushes, notifications, sound, accessories, descriptors and push to talk.

extension AppCalls {
  // MARK: Pushes

  package func registerForPush(_ call: Incoming<App.RegisterForPush>) -> Work {
    ask(call, .push(.register(call.kind, token: drawToken()))) {
      if case .pushToken(let token) = $0 { App.RegisterForPush.Reply(token: token) } else { nil }
    }
  }

  package func unregisterForPush(_ call: Incoming<App.UnregisterForPush>) -> Work {
    ask(call, .push(.unregister(call.kind)))
  }

  package func subscribeToBroadcasts(_ call: Incoming<App.SubscribeToBroadcasts>) -> Work {
    // Who wants broadcasts wants pushes: without that nothing would reach the app.
    var work = ask(call, .push(.register(.remote, token: drawToken())))
    work.broadcast = (call.channel, true)
    return work
  }

  package func unsubscribeFromBroadcasts(_ call: Incoming<App.UnsubscribeFromBroadcasts>) -> Work {
    // Asked so that the call has its turn; it changes nothing.
    var work = ask(call, .isMultitaskingSupported)
    work.broadcast = (call.channel, false)
    return work
  }

  package func reportCall(_ call: Incoming<App.ReportCall>) -> Work {
    ask(call, .push(.reportCall))
  }

  package func endCall(_ call: Incoming<App.EndCall>) -> Work {
    ask(call, .push(.endCall))
  }

  // MARK: Notifications

  package func addNotification(_ call: Incoming<App.AddNotification>) -> Work {
    let fault = soundFault(call.notification)
    return Work(
      request: .service(.notifications(.add(call.notification, soundFault: fault)))
    ) { (reply) throws(WireError) in
      guard case .service(.notificationsDropped(let dropped)) = try reply.accepted() else {
        return App.AddNotification.Reply()
      }
      return App.AddNotification.Reply(dropped: dropped)
    }
  }

  package func removePendingNotifications(
    _ call: Incoming<App.RemovePendingNotifications>
  ) -> Work {
    ask(call, .notifications(.removePending(call.identifiers)))
  }

  package func removeDeliveredNotifications(
    _ call: Incoming<App.RemoveDeliveredNotifications>
  ) -> Work {
    ask(call, .notifications(.removeDelivered(call.identifiers)))
  }

  package func pendingNotifications(_ call: Incoming<App.PendingNotifications>) -> Work {
    ask(call, .notifications(.pending)) {
      if case .notifications(let all) = $0 {
        App.PendingNotifications.Reply(notifications: all)
      } else {
        nil
      }
    }
  }

  package func deliveredNotifications(_ call: Incoming<App.DeliveredNotifications>) -> Work {
    ask(call, .notifications(.delivered)) {
      if case .notifications(let all) = $0 {
        App.DeliveredNotifications.Reply(notifications: all)
      } else {
        nil
      }
    }
  }

  package func setNotificationCategories(_ call: Incoming<App.SetNotificationCategories>) -> Work {
    ask(call, .notifications(.setCategories(call.categories)))
  }

  package func setBadge(_ call: Incoming<App.SetBadge>) -> Work {
    ask(call, .notifications(.setBadge(call.count)))
  }

  package func presentNotification(_ call: Incoming<App.PresentNotification>) -> Work {
    let options = PresentationOptions(call.options)
    return ask(call, .notifications(.present(callback: call.callback, options)))
  }

  package func notificationSettings(_ call: Incoming<App.NotificationSettings>) -> Work {
    ask(call, .notifications(.settings)) {
      if case .notificationsAllowed(let isAllowed) = $0 {
        App.NotificationSettings.Reply(isAllowed: isAllowed)
      } else {
        nil
      }
    }
  }

  package func authorizationStatus(_ call: Incoming<App.AuthorizationStatus>) -> Work {
    ask(call, .permission(.status(call.use))) {
      if case .permission(let status, let isAsked) = $0 {
        App.AuthorizationStatus.Reply(status: status, isAsked: isAsked)
      } else {
        nil
      }
    }
  }

  package func requestAuthorization(_ call: Incoming<App.RequestAuthorization>) -> Work {
    let request = PermissionRequest.request(
      call.use,
      wantsAlways: call.wantsAlways ?? false,
      isProvisional: call.isProvisional ?? false
    )
    return ask(call, .permission(request)) {
      if case .permission(let status, let isAsked) = $0 {
        App.RequestAuthorization.Reply(status: status, isAsked: isAsked)
      } else {
        nil
      }
    }
  }

  // MARK: Sound and accessories

  package func activateAudioSession(_ call: Incoming<App.ActivateAudioSession>) -> Work {
    let session = AudioSession(
      category: call.category,
      mixesWithOthers: call.mixesWithOthers
    )
    return ask(call, .audio(.activate(session)))
  }

  package func deactivateAudioSession(_ call: Incoming<App.DeactivateAudioSession>) -> Work {
    ask(call, .audio(.deactivate(notifiesOthers: call.notifiesOthers)))
  }

  package func openAccessory(_ call: Incoming<App.OpenAccessory>) -> Work {
    ask(call, .accessory(.open(accessory: call.accessory)))
  }

  package func closeAccessory(_ call: Incoming<App.CloseAccessory>) -> Work {
    ask(call, .accessory(.close(accessory: call.accessory)))
  }

  package func connectedAccessories(_ call: Incoming<App.ConnectedAccessories>) -> Work {
    ask(call, .accessory(.connected)) {
      if case .accessories(let all) = $0 {
        App.ConnectedAccessories.Reply(accessories: all)
      } else {
        nil
      }
    }
  }

  // MARK: Descriptors

  package func watchDescriptor(_ call: Incoming<App.WatchDescriptor>) -> Work {
    ask(call, .descriptor(.watch(name: call.name, purpose: call.purpose)))
  }

  package func unwatchDescriptor(_ call: Incoming<App.UnwatchDescriptor>) -> Work {
    ask(call, .descriptor(.unwatch(name: call.name)))
  }

  package func setKeepAlive(_ call: Incoming<App.SetKeepAlive>) -> Work {
    ask(call, .descriptor(.setKeepAlive(call.interval)))
  }

  package func clearKeepAlive(_ call: Incoming<App.ClearKeepAlive>) -> Work {
    ask(call, .descriptor(.clearKeepAlive))
  }

  // MARK: Push to talk

  package func joinChannel(_ call: Incoming<App.JoinChannel>) -> Work {
    ask(call, .pushToTalk(.join(channel: call.channel, token: drawToken()))) {
      if case .pushToken(let token) = $0 { App.JoinChannel.Reply(token: token) } else { nil }
    }
  }

  package func leaveChannel(_ call: Incoming<App.LeaveChannel>) -> Work {
    ask(call, .pushToTalk(.leave(channel: call.channel)))
  }

  package func setActiveParticipant(_ call: Incoming<App.SetActiveParticipant>) -> Work {
    ask(call, .pushToTalk(.setActiveParticipant(call.participant, channel: call.channel)))
  }

  package func beginTransmitting(_ call: Incoming<App.BeginTransmitting>) -> Work {
    ask(call, .pushToTalk(.beginTransmitting(channel: call.channel)))
  }

  package func stopTransmitting(_ call: Incoming<App.StopTransmitting>) -> Work {
    ask(call, .pushToTalk(.stopTransmitting(channel: call.channel)))
  }
}
