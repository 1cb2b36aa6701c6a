// What apps get of the vocabulary that they share with the system: these types and no others. They are
// named as in Apple's frameworks, without the prefix.

// Accessories, Bluetooth, descriptors.
@_exported public import struct TorporModel.Accessory
// The life cycle.
@_exported public import enum TorporModel.ApplicationState
@_exported public import struct TorporModel.BackgroundTaskIdentifier
// The location service.
@_exported public import struct TorporModel.Beacon
@_exported public import enum TorporModel.BeaconProximity
@_exported public import struct TorporModel.BeaconRegion
// Notifications.
@_exported public import struct TorporModel.CalendarMatch
@_exported public import enum TorporModel.CentralAnswer
@_exported public import struct TorporModel.CentralRequest
@_exported public import struct TorporModel.CircularRegion
@_exported public import enum TorporModel.ConditionState
@_exported public import struct TorporModel.Coordinate
@_exported public import enum TorporModel.DescriptorPurpose
// The task scheduler and the background fetch.
@_exported public import enum TorporModel.FetchInterval
@_exported public import enum TorporModel.FileProtection
@_exported public import enum TorporModel.InterruptionLevel
@_exported public import enum TorporModel.LiveConfiguration
@_exported public import struct TorporModel.Location
@_exported public import enum TorporModel.LocationError
@_exported public import enum TorporModel.MonitorCondition
@_exported public import struct TorporModel.MonitorEvent
@_exported public import struct TorporModel.MonitorRecord
@_exported public import struct TorporModel.NotificationAction
@_exported public import struct TorporModel.NotificationCategory
@_exported public import struct TorporModel.NotificationContent
@_exported public import struct TorporModel.NotificationResponse
@_exported public import enum TorporModel.NotificationSound
@_exported public import enum TorporModel.NotificationTrigger
@_exported public import struct TorporModel.PeripheralCharacteristic
@_exported public import struct TorporModel.PeripheralService
@_exported public import enum TorporModel.RegionState
// Transfers.
@_exported public import struct TorporModel.SessionConfiguration
@_exported public import enum TorporModel.TaskType
@_exported public import enum TorporModel.TransferCancellation
@_exported public import struct TorporModel.TransferChallenge
@_exported public import struct TorporModel.TransferDetail
@_exported public import enum TorporModel.TransferDirection
@_exported public import enum TorporModel.TransferError
@_exported public import struct TorporModel.TransferHeader
@_exported public import struct TorporModel.TransferIdentifier
@_exported public import struct TorporModel.TransferOutcome
@_exported public import struct TorporModel.TransferProgress
@_exported public import enum TorporModel.TransferState
@_exported public import enum TorporModel.UploadResumption
@_exported public import struct TorporModel.Visit
@_exported public import enum TorporModel.WakeReason
