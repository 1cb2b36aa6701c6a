// Made from Interfaces/io.torpor.Modes.varlink by scripts/generate; change that, not this.

/// io.torpor.Modes, as its file describes it.
package enum ModesInterface {
  package static let name = "io.torpor.Modes"

  /// The errors with their whole names, in the order of the file.
  package enum ErrorName: String, Hashable, Sendable, CaseIterable {
    case notAuthorized = "io.torpor.Modes.NotAuthorized"
    case modeNotDeclared = "io.torpor.Modes.ModeNotDeclared"
    case purposeNotDeclared = "io.torpor.Modes.PurposeNotDeclared"
    case intervalTooShort = "io.torpor.Modes.IntervalTooShort"
    case impossibleDate = "io.torpor.Modes.ImpossibleDate"
    case notificationsNotAllowed = "io.torpor.Modes.NotificationsNotAllowed"
    case notAsked = "io.torpor.Modes.NotAsked"
    case unknownAction = "io.torpor.Modes.UnknownAction"
    case notDelivered = "io.torpor.Modes.NotDelivered"
    case audioFailed = "io.torpor.Modes.AudioFailed"
    case locationFailed = "io.torpor.Modes.LocationFailed"
    case channelFailed = "io.torpor.Modes.ChannelFailed"
    case monitorIsOpen = "io.torpor.Modes.MonitorIsOpen"
    case monitorIsNotOpen = "io.torpor.Modes.MonitorIsNotOpen"
    case tooManyMonitors = "io.torpor.Modes.TooManyMonitors"
    case tooManyDescriptors = "io.torpor.Modes.TooManyDescriptors"
    case unknownDescriptor = "io.torpor.Modes.UnknownDescriptor"
    case notPollable = "io.torpor.Modes.NotPollable"
    case noSockets = "io.torpor.Modes.NoSockets"
    case noPeripherals = "io.torpor.Modes.NoPeripherals"
    case unknownCentralRequest = "io.torpor.Modes.UnknownCentralRequest"
    case unknownCharacteristic = "io.torpor.Modes.UnknownCharacteristic"
    case accessoryConnected = "io.torpor.Modes.AccessoryConnected"
    case accessoryNotSimulated = "io.torpor.Modes.AccessoryNotSimulated"
    case tooManyAccessories = "io.torpor.Modes.TooManyAccessories"
    case keepAliveTooShort = "io.torpor.Modes.KeepAliveTooShort"
  }

  /// The text of the file, which `org.varlink.service` serves.
  package static let description = #"""
    # The reasons why a request about pushes, location, notifications, sound, accessories, Bluetooth, descriptors or
    # channels was refused.
    interface io.torpor.Modes

    # The user does not let the app use a feature, bluetooth or accessories, or has not decided about it.
    error NotAuthorized (permission: string, message: string)

    # The app does not declare the mode, one of UIBackgroundModes, that the request requires.
    error ModeNotDeclared (mode: string, message: string)

    # The app does not declare the mode that a descriptor for that purpose requires.
    error PurposeNotDeclared (mode: string, message: string)

    # In profiles from iOS 10 on: the interval of a notification is not positive, or is shorter than 60 s and repeats.
    # This is a mistake in the app's code, for which Apple's library ends the process, and so does ours.
    error IntervalTooShort (microseconds: int, leastMicroseconds: int, message: string)

    # No date matches the trigger of a notification.
    error ImpossibleDate (message: string)

    # The user does not let the app show notifications.
    error NotificationsNotAllowed (message: string)

    # No notification with that callback is waiting to be presented.
    error NotAsked (callback: string, message: string)

    # The notification has no such action. known: the actions that it has.
    error UnknownAction (action: string, notification: string, known: []string, message: string)

    # No such notification of the app is shown.
    error NotDelivered (notification: string, message: string)

    # The request about the audio session failed. which: insufficientPriority, cannotInterruptOthers,
    # recordingNotPermitted or notPermittedInBackground.
    error AudioFailed (which: string, message: string)

    # The request about the location failed. code: as in kCLErrorDomain. which: its name.
    error LocationFailed (code: int, which: string, message: string)

    # The request about a channel failed. code: as in PTChannelError. which: its name.
    error ChannelFailed (code: int, which: string, message: string)

    # The process has already opened the monitor of that name.
    error MonitorIsOpen (monitor: string, message: string)

    # The process has not opened the monitor.
    error MonitorIsNotOpen (monitor: string, message: string)

    # The process has as many open monitors as it may have.
    error TooManyMonitors (limit: int, message: string)

    # The app, or all apps together, have as many watched descriptors as they may have.
    error TooManyDescriptors (limit: int, message: string)

    # No descriptor of that name is watched for the app.
    error UnknownDescriptor (name: string, message: string)

    # The descriptor was not sent with the call, or cannot be polled.
    error NotPollable (name: string, message: string)

    # The profile in use watches no sockets for VoIP apps.
    error NoSockets (message: string)

    # The profile in use has no Bluetooth peripherals of apps: nothing is advertised or published.
    error NoPeripherals (profile: string, message: string)

    # No central is waiting for that answer any more.
    error UnknownCentralRequest (request: string, message: string)

    # The app publishes no such characteristic.
    error UnknownCharacteristic (service: string, characteristic: string, message: string)

    # An accessory of that name is connected.
    error AccessoryConnected (name: string, message: string)

    # No accessory of that name was connected by a command.
    error AccessoryNotSimulated (name: string, message: string)

    # The device has as many connected accessories as it may have.
    error TooManyAccessories (limit: int, message: string)

    # The interval of a keep-alive is shorter than the shortest at which the device wakes an app.
    error KeepAliveTooShort (microseconds: int, leastMicroseconds: int, message: string)

    """#
}
