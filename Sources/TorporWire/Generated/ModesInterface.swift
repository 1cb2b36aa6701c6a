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
    # Why a request about pushes, location, notifications, sound, accessories, Bluetooth,
    # descriptors or channels was refused.
    interface io.torpor.Modes

    # The user does not let the app use it, or has not decided about it: bluetooth or accessories.
    error NotAuthorized (permission: string, message: string)

    # The app does not declare the mode, one of UIBackgroundModes, that the request needs.
    error ModeNotDeclared (mode: string, message: string)

    # The app does not declare the mode that a descriptor for that purpose needs.
    error PurposeNotDeclared (mode: string, message: string)

    # In profiles from iOS 10 on: a notification's interval is not positive, or is shorter than 60 s and
    # repeats. It is a mistake in the app's code, at which Apple's library ends the process, and so does ours.
    error IntervalTooShort (microseconds: int, leastMicroseconds: int, message: string)

    # No date matches the trigger of a notification.
    error ImpossibleDate (message: string)

    # The user does not let the app show notifications.
    error NotificationsNotAllowed (message: string)

    # No notification of that callback waits to be presented.
    error NotAsked (callback: string, message: string)

    # The notification has no such action; known: those that it has.
    error UnknownAction (action: string, notification: string, known: []string, message: string)

    # No such notification of the app is shown.
    error NotDelivered (notification: string, message: string)

    # which: insufficientPriority, cannotInterruptOthers, recordingNotPermitted or
    # notPermittedInBackground.
    error AudioFailed (which: string, message: string)

    # code: as in kCLErrorDomain; which: its name.
    error LocationFailed (code: int, which: string, message: string)

    # code: as in PTChannelError; which: its name.
    error ChannelFailed (code: int, which: string, message: string)

    # The process has the monitor of that name already.
    error MonitorIsOpen (monitor: string, message: string)

    # The process has not opened the monitor.
    error MonitorIsNotOpen (monitor: string, message: string)

    # The process has as many monitors open as it may.
    error TooManyMonitors (limit: int, message: string)

    # As many descriptors are watched as may be, of the app or of all.
    error TooManyDescriptors (limit: int, message: string)

    # No descriptor of that name is watched for the app.
    error UnknownDescriptor (name: string, message: string)

    # The descriptor was not sent with the call, or cannot be polled.
    error NotPollable (name: string, message: string)

    # The profile that is followed watches no sockets for VoIP apps.
    error NoSockets (message: string)

    # The profile that is followed has no Bluetooth peripherals of apps: nothing is advertised or published.
    error NoPeripherals (profile: string, message: string)

    # No central waits for that answer any more.
    error UnknownCentralRequest (request: string, message: string)

    # The app publishes no such characteristic.
    error UnknownCharacteristic (service: string, characteristic: string, message: string)

    # An accessory of that name is connected.
    error AccessoryConnected (name: string, message: string)

    # No accessory of that name was connected by a command.
    error AccessoryNotSimulated (name: string, message: string)

    # As many accessories are connected as the device keeps.
    error TooManyAccessories (limit: int, message: string)

    # A keep-alive is asked for more often than the device wakes an app for one.
    error KeepAliveTooShort (microseconds: int, leastMicroseconds: int, message: string)

    """#
}
