import TorporModel

// The texts, as somebody has read them: cause, clause, what to do next.

extension ExpectedAnswers {
  static let byCause: Set<String> = [
    "obstacle: the user removed it from the app switcher | Open the app: nothing starts it "
      + "before the user does.",
    "hold: background task 'upload' is running | End what keeps it running as soon as the work is done.",
    "breach: background task 'upload' was not ended in time; an app has 30 s off screen "
      + "for all it holds | End each background task exactly once, at the latest in its "
      + "expiration handler.",
    "hasRun: it has run | Submit the next request first thing in the handler; check that "
      + "submit does not fail.",
    "identifierNotPermitted: BGTaskSchedulerPermittedIdentifiers in the Info.plist does "
      + "not list 'x' | Add the identifier, letter for letter, to "
      + "BGTaskSchedulerPermittedIdentifiers and install the app again.",
    "modeMissing: UIBackgroundModes in the Info.plist does not list 'x' | Add the mode to "
      + "UIBackgroundModes and install the app again.",
    "entitlementMissing: the app has no right to 'x' | Add the entitlement, or do without "
      + "what it allows.",
    "schedulerMissing: the profile 'x' has no task scheduler | Choose a profile from ios13 "
      + "on, or linux.",
    "handlerMissing: no handler is registered for 'x' | Register every handler before "
      + "didFinishLaunching returns, not in a view or a plugin.",
    "registeredTooLate: a handler was registered after the app had finished launching | "
      + "Register every handler before didFinishLaunching returns, not in a view or a plugin.",
    "registeredTwice: a second handler was registered for 'x' | Register each identifier "
      + "once.",
    "tooManyPending: the limit of pending requests is reached: one refresh, ten for processing | "
      + "Cancel a request, or submit it under the same identifier to replace it.",
    "nothingPending: the app has no pending request | Submit the next request first thing in "
      + "the handler; check that submit does not fail.",
    "stillLearning: there is less than a day of usage data | Use the app "
      + "as its users do, and wait: the predicted time is not guaranteed.",
    "plannedLater: it is planned for a better time | Use the app as its users do, and "
      + "wait: the predicted time is not guaranteed.",
    "simulated: a developer asked for it, regardless of conditions | Wait for a "
      + "scheduled run; the findings below show what blocks it.",
    "notSubmittedAgain: one request is one run, and none was submitted after 'x' | Submit "
      + "the next request first thing in the handler; check that submit does not fail.",
    "notCompleted: 'x' did not call setTaskCompleted in time | Call setTaskCompleted in "
      + "every run: runs that overrun make later ones rarer.",
    "completedAsFailed: 'x' was completed as failed | Complete with success when the work "
      + "is done; failures make runs rarer.",
    "simulatorOrExtension: it is asked for in iOS's Simulator or in an extension | Try it "
      + "on a device, in the app itself.",
    "refreshOffForDevice: Background App Refresh is off for the device | Switch it on: "
      + "`torpor settings backgroundRefresh=on`.",
    "refreshOffForApp: Background App Refresh is off for the app | Switch it on: `torpor "
      + "settings APP backgroundRefresh=on`.",
    "timeSpent: 'x' was not complete when its time was up | Do less in one run, or use a "
      + "processing task; save as you go.",
    "expirationHandlerMissing: it set no expiration handler, so it was not warned | Set an "
      + "expiration handler first thing, and end the task in it.",
    "expirationHandlerTooSlow: it was warned, and did not end within seconds | Stop the "
      + "work in the expiration handler and end the task at once.",
    "mainThreadBusy: the main thread was busy with x | Return from callbacks at once, and "
      + "do the work off the main thread.",
    "conditionsLost: it was ended early: the device is in use | Save as you go, complete "
      + "as failed, and submit the rest again.",
    "stalled: it reported no progress for 30 s | Report progress often; work that makes "
      + "no progress is ended.",
    "onlyWhileIdle: processing runs while the device is not in use | Use a refresh task for "
      + "what must be fresh while the device is in use.",
    "earliestIsLowerBound: earliestBeginDate is the earliest time, not the time of the "
      + "run | Design for any number of runs a day; do what must be done when the app is opened.",
    "followsHabits: refreshes come shortly before the app is usually opened | Use the app "
      + "as its users do, and wait: the predicted time is not guaranteed.",
    "notWarned: it was not warned: it gave no handler | Set an expiration handler first "
      + "thing, and end the task in it.",
    "plainProgram: it is a program that does not use Torpor's API | Nothing needs to "
      + "be done for it. To run work at a time or under conditions, use `torpor when`. Apps that "
      + "use Torpor's API can do more (docs/guide/apps.md).",
    "onScreen: it is on screen, where time is unlimited | Read it off screen, while a "
      + "background task is held.",
    "exempt: the user exempted it from suspension, as a debugger does | `torpor exempt APP "
      + "--end` ends the exemption; test without it.",
    "nothingHeld: nothing keeps it running | Nothing needs to be done: it costs no more "
      + "than its memory.",
    "insideWake: it runs for an event, and has the time of that event | Plan for the time "
      + "given: move long work to a processing task or a transfer.",
    "budgetOfProfile: the profile 'ios4' gives 10 min after the screen was left | Plan for "
      + "the time given: move long work to a processing task or a transfer.",
    "suspended: it was suspended off screen: none of its code runs then, not even timers | "
      + "Begin a background task before the work; do the rest on returning to the screen.",
    "notHeld: it holds no background task | Begin a background task before the work; do "
      + "the rest on returning to the screen.",
    "woken: it was run for x | Look at the decisions below for what it did there.",
    "noBackgroundLaunch: only the user has started it | Look at older "
      + "decisions with `torpor log APP`.",
    "chargerLiftsLimits: on external power the limits of battery and energy do not apply | "
      + "Test off the charger, without a debugger, for some days of ordinary use.",
    "onBattery: the device runs on its battery | Test off the charger, without a debugger, "
      + "for some days of ordinary use.",
    "noFixedIntervals: no app runs at fixed intervals | Submit a refresh task in each "
      + "run of it; finish ongoing work in a background task; leave long work to a "
      + "processing task, and a command of this machine to `torpor when --every`.",
    "noEndlessRuns: no app may run indefinitely, or after a force quit | Submit a refresh "
      + "task in each run of it; finish ongoing work in a background task; leave long work "
      + "to a processing task, and a command of this machine to `torpor when --every`.",
    "pushRate: silent pushes beyond two or three an hour are held back | Check it in the "
      + "app's code.",
    "pushNewestKept: while the app cannot run, only its newest push is kept | Check it in "
      + "the app's code.",
    "pushWrongHeaders: the push has another apns-push-type than background, or not "
      + "priority 5 | Check it in the app's code.",
    "pushBatched: a push of priority 5 waits to be delivered with others | Check it in the "
      + "app's code.",
    "resumeLimiter: each start in the background delays the next transfer more | Check it "
      + "in the app's code.",
    "startedInBackground: it was started while the app was in the background | Check it in "
      + "the app's code.",
    "sessionFlags: the session is discretionary, or may not use this network | Check it in "
      + "the app's code.",
    "sessionNotRecreated: the session was not made again with the same identifier | Check "
      + "it in the app's code.",
    "completionNotCalled: the stored completion handler was not called | Check it in the "
      + "app's code.",
    "launchEventsOff: sessionSendsLaunchEvents is false | Check it in the app's code.",
    "transfersLost: the session lost its tasks | Check it in the app's code.",
    "fileMovedTooLate: the file was moved after the method had returned | Check it in the "
      + "app's code.",
    "containerMoved: the path was kept, but the app's folder has moved | Check it in the "
      + "app's code.",
    "locationNotAlways: the user allows location only while the app is in use | Ask the "
      + "user for 'always', and say why.",
    "locationNever: the user does not allow location | Ask the user for 'always', and say "
      + "why.",
    "locationPaused: the updates were paused because the device was not moving | Check it in "
      + "the app's code.",
    "locationNotInBackground: allowsBackgroundLocationUpdates is false | Check it in the "
      + "app's code.",
    "regionHysteresis: a crossing counts after 20 s and some distance | Check it in the "
      + "app's code.",
    "tooManyRegions: more than 20 regions are monitored | Check it in the app's code.",
    "regionTooSmall: the region is smaller than the accuracy | Check it in the app's code.",
    "managerNotMade: no location manager was made at launch | Check it in the app's code.",
    "noRestoreIdentifier: the manager has no restoration identifier | Check it in the "
      + "app's code.",
    "bluetoothToggled: Bluetooth was switched off meanwhile | Check it in the app's code.",
    "noPendingConnection: no connection was asked for | Check it in the app's code.",
    "callsNotReported: VoIP pushes were not reported as calls | Report every VoIP push as "
      + "a call before its handler returns.",
    "notificationsOff: the user does not allow notifications | Ask the user to allow them.",
    "tooManyNotifications: more than x were scheduled | Schedule the earliest ones first, "
      + "and the others when those have been delivered.",
  ]

  static let byCondition: Set<String> = [
    "obstacle backgroundRefreshOff: Background App Refresh is off | Switch it on: `torpor "
      + "settings backgroundRefresh=on`, or `torpor settings APP backgroundRefresh=on` for the "
      + "app's own switch.",
    "obstacle lowPowerMode: Low Power Mode is on | Wait for the charger, or switch Low "
      + "Power Mode off.",
    "obstacle batteryLow: the battery is low | Connect the charger.",
    "obstacle externalPower: the device is not on external power | Connect the charger.",
    "obstacle notBefore: its begin date has not been reached | Wait: Torpor checks again automatically.",
    "obstacle usage: the app is rarely opened | Open the app: apps unused for a "
      + "week do not run in the background.",
    "obstacle network: the network that it needs is not available | Connect the device to a "
      + "network.",
    "obstacle beforeFirstUnlock: the device has not been unlocked since it was started | Unlock "
      + "the device once.",
    "obstacle notPermitted: its Info.plist does not list this | Add what is missing to the "
      + "Info.plist and install the app again.",
    "obstacle notRegistered: it is not registered for this | Register the handler before "
      + "the app has finished launching.",
    "obstacle thermal: the device is too hot | It runs as soon as that has changed; "
      + "nothing needs to be done in the app.",
    "breach expiringActivity: activity 'x' was not ended in time | Return from the block "
      + "when it is called with `expired`.",
    "breach runningTask: task 'x' was not completed in time | Call setTaskCompleted in "
      + "every run, also from the expiration handler.",
    "breach wake: x was not completed in time | Call the completion handler of the event, "
      + "at the latest after 30 s.",
    "breach fileLock: it held a lock on x when it was to be frozen | Release the lock before the app is "
      + "suspended, or hold a background task while you need it.",
    "breach enterBackgroundWatchdog: x did not return in time | Return from callbacks at "
      + "once, and do the work off the main thread.",
    "breach processorTime: its processor use in the background exceeded the limit | Leave heavy "
      + "work to a processing task.",
    "breach tooManyTasks: it held too many background tasks at once | End what the app "
      + "holds in time.",
    "hold fileLock: it holds a lock on x | Nothing needs to be done: freezing it now would "
      + "harm other processes; Torpor will try again.",
    "hold grace: it is in its grace period | Wait: it is frozen when its grace period has ended.",
    "hold controllingTerminal: it is in the foreground of terminal x | Stop it in its terminal "
      + "with Ctrl-Z, or end it: it is not frozen while you may type.",
    "hold exemption: it is exempt | `torpor exempt APP --end` ends the exemption.",
  ]
}
