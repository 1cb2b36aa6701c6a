/// The errors that belong to the services for modes; their methods are those of apps.
package enum ModesInterface {
  package static let name = "io.torpor.Modes"

  /// The description that `org.varlink.service` serves.
  package static let description = #"""
    # Why a request about pushes, places, notifications, sound, accessories, Bluetooth,
    # descriptors or channels came to nothing.
    interface io.torpor.Modes

    # The app does not declare the mode, one of UIBackgroundModes, that the request needs.
    error ModeNotDeclared (mode: string, message: string)

    # The app does not declare the mode that a descriptor for that purpose needs.
    error PurposeNotDeclared (mode: string, message: string)

    # A notification's interval is not positive, or shorter than 60 s where it repeats. It is a mistake
    # in the app's code, at which Apple's library ends the process, and so does ours.
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

    # The app has handed over nothing of that name.
    error UnknownDescriptor (name: string, message: string)

    # The descriptor did not come beside the call, or cannot be polled.
    error NotPollable (name: string, message: string)

    # The profile that is followed watches no sockets for VoIP apps.
    error NoSockets (message: string)

    # No central waits for that answer any more.
    error UnknownCentralRequest (request: string, message: string)

    # The app publishes no such characteristic.
    error UnknownCharacteristic (service: string, characteristic: string, message: string)

    # An accessory of that name is connected.
    error AccessoryConnected (name: string, message: string)

    # No accessory of that name was plugged by a command.
    error AccessoryNotPlugged (name: string, message: string)

    # As many accessories are connected as the device keeps.
    error TooManyAccessories (limit: int, message: string)

    # A keep-alive is asked for more often than the device wakes an app for one.
    error KeepAliveTooShort (microseconds: int, leastMicroseconds: int, message: string)

    """#
}
