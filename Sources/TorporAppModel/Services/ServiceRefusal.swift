/// The reason why a `ServiceRequest` was refused.
@usableFromInline package enum ServiceRefusal: Hashable, Sendable, Error {
  case notification(NotificationRefusal)
  case audio(AudioError)
  case descriptor(DescriptorRefusal)
  case accessory(AccessoryRefusal)
  case location(LocationError)
  case monitor(MonitorRefusal)
  case peripheral(PeripheralRefusal)
  case pushToTalk(PushToTalkError)
  /// The user does not allow the app to use it, or has not decided.
  case notAuthorized(Permission)
  /// The app does not declare the mode that the request needs.
  case modeNotDeclared(BackgroundMode)
}
