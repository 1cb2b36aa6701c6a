// The vocabulary shared with the system that is exported to apps: these types and no others. They are named as in
// Apple's frameworks, without the prefix.

// Accessories, Bluetooth, descriptors.
@_exported public import struct TorporAppModel.Accessory
// The life cycle.
@_exported public import enum TorporAppModel.ApplicationState
@_exported public import struct TorporAppModel.BackgroundTaskIdentifier
// The location service.
@_exported public import struct TorporAppModel.Beacon
@_exported public import enum TorporAppModel.BeaconProximity
@_exported public import struct TorporAppModel.BeaconRegion
// Notifications.
@_exported public import struct TorporAppModel.CalendarMatch
@_exported public import enum TorporAppModel.CentralAnswer
@_exported public import struct TorporAppModel.CentralRequest
@_exported public import struct TorporAppModel.CircularRegion
@_exported public import enum TorporAppModel.ConditionState
@_exported public import struct TorporAppModel.Coordinate
@_exported public import enum TorporAppModel.DescriptorPurpose
// The task scheduler and the background fetch.
@_exported public import enum TorporAppModel.FetchInterval
@_exported public import enum TorporAppModel.FileProtection
@_exported public import enum TorporAppModel.InterruptionLevel
@_exported public import enum TorporAppModel.LiveConfiguration
@_exported public import struct TorporAppModel.Location
@_exported public import enum TorporAppModel.LocationError
@_exported public import enum TorporAppModel.MonitorCondition
@_exported public import struct TorporAppModel.MonitorEvent
@_exported public import struct TorporAppModel.MonitorRecord
@_exported public import struct TorporAppModel.NotificationAction
@_exported public import struct TorporAppModel.NotificationCategory
@_exported public import struct TorporAppModel.NotificationContent
@_exported public import struct TorporAppModel.NotificationResponse
@_exported public import enum TorporAppModel.NotificationSound
@_exported public import enum TorporAppModel.NotificationTrigger
@_exported public import struct TorporAppModel.PeripheralCharacteristic
@_exported public import struct TorporAppModel.PeripheralConnection
@_exported public import struct TorporAppModel.PeripheralService
@_exported public import enum TorporAppModel.PermissionStatus
@_exported public import enum TorporAppModel.RegionState
// Transfers.
@_exported public import struct TorporAppModel.SessionConfiguration
@_exported public import struct TorporAppModel.StandingBluetooth
@_exported public import enum TorporAppModel.TaskType
@_exported public import enum TorporAppModel.TerminationSave
@_exported public import enum TorporAppModel.TransferCancellation
@_exported public import struct TorporAppModel.TransferChallenge
@_exported public import struct TorporAppModel.TransferDetail
@_exported public import enum TorporAppModel.TransferDirection
@_exported public import enum TorporAppModel.TransferError
@_exported public import struct TorporAppModel.TransferHeader
@_exported public import struct TorporAppModel.TransferIdentifier
@_exported public import struct TorporAppModel.TransferOutcome
@_exported public import struct TorporAppModel.TransferProgress
@_exported public import enum TorporAppModel.TransferState
@_exported public import enum TorporAppModel.UploadResumption
@_exported public import struct TorporAppModel.Visit
@_exported public import enum TorporAppModel.WakeReason
