// The words as they are read by people; a change here is a change of what Torpor says.
extension DecisionSentenceTests {
  static let expectedActions = #"""
    installed mail | install mail
    adopted mail, which the desktop has started | adopt mail
    removed mail | remove mail
    launched mail | launch mail
    launched mail into the background for a silent push | launch mail into the background for a silent push
    brought mail to the front | bring mail to the front
    sent mail to the background | send mail to the background
    froze mail | freeze mail
    thawed mail | thaw mail
    killed mail | end mail
    granted mail background task 'upload' | grant mail background task 'upload'
    granted mail background task 7 | grant mail background task 7
    mail ended background task 'upload' | end background task 'upload' of mail
    mail ended background task 7 | end background task 7 of mail
    called mail's expiration handler for background task 'upload' | end background task 'upload' of mail
    called mail's expiration handler for background task 7 | end background task 7 of mail
    woke mail for audio | wake mail for audio
    warned mail that memory is short | warn mail that memory is short
    wrote memory of mail to swap | write memory of mail to swap
    read memory of mail back from swap | read memory of mail back from swap
    exempted mail from being frozen | exempt mail from being frozen
    ended the exemption for mail | end the exemption of mail
    changed the settings of mail | change the settings of mail
    accepted task 'm.index' of mail | accept task 'm.index' of mail
    cancelled the background fetch of mail | cancel the background fetch of mail
    started the background fetch of mail | run the background fetch of mail
    called mail's expiration handler for task 'm.index' | end task 'm.index' of mail
    job 7 failed | finish job 7
    scheduled notification 'ready' of mail | schedule notification 'ready' of mail
    delivered notification 'ready' of mail | show notification 'ready' of mail
    ended the use of sound by mail | end the use of sound by mail
    the command of mail ended with status 0; 2 of its processes are still running | end the command of mail
    the command of mail crashed with SIGSEGV; 1 of its processes is still running | end the command of mail
    mail slept for 8h 00m; this counts towards no app's time | let mail sleep for 8h 00m
    asked for mail to sleep again | ask for mail to sleep again
    let mail use the microphone | let mail use the microphone
    provided mail with visits | provide mail with visits
    removed the caches of mail, 12 MB | remove the caches of mail
    offloaded mail: its data stay, and its program is restored when it is opened | offload mail
    restored the program of mail | restore the program of mail
    """#

  static let expectedReasons = #"""
    forceQuit | the user has not removed it from the app switcher | the user removed it from the app switcher | the user removed it from the app switcher | forceQuit
    backgroundRefreshOff | Background App Refresh is on | Background App Refresh is off | Background App Refresh is off | backgroundRefreshOff
    lowPowerMode | Low Power Mode is off | Low Power Mode is on | Low Power Mode is on | lowPowerMode
    batteryLow | the battery is charged enough | the battery is low | the battery is low | batteryLow
    notBefore | it is due | its begin date has not been reached | its begin date has not been reached | notBefore
    network | the network that it needs is available | the network that it needs is not available | the network that it needs is not available | network
    externalPower | the device is on external power | the device is not on external power | the device is not on external power | externalPower
    deviceInUse | the device is not in use | the device is in use | the device is in use | deviceInUse
    usage | the app is opened often enough | the app is rarely opened | the app is rarely opened | usage
    budget | it has background time left | its background time is used up | its background time is used up | budget
    rateLimit | its rate limit allows it | its rate limit is reached | its rate limit is reached | rateLimit
    thermal | the device is cool enough | the device is too hot | the device is too hot | thermal
    memoryPressure | enough memory is free | memory is short | memory is short | memoryPressure
    storage | enough disk space is free | too little disk space is free | too little disk space is free | storage
    notRegistered | it is registered for this | it is not registered for this | it is not registered for this | notRegistered
    notPermitted | its Info.plist allows it | its Info.plist does not list this | its Info.plist does not list this | notPermitted
    beforeFirstUnlock | the device has been unlocked since it was started | the device has not been unlocked since it was started | the device has not been unlocked since it was started | beforeFirstUnlock
    dataProtection | its data can be read | its data cannot be read while the device is locked | its data cannot be read while the device is locked | dataProtection
    conditions | all conditions are met | not all conditions are met | not all conditions are met | conditions
    notInProfile | the profile has it | the profile lacks the capability | the profile lacks the capability | notInProfile
    energyAllowance | its energy allowance has something left | its energy allowance is used up | its energy allowance is used up | energyAllowance
    dataAllowance | its data allowance has something left | its data allowance is used up | its data allowance is used up | dataAllowance
    automaticDownloadsOff | the user allows automatic downloads | the user does not allow automatic downloads | the user does not allow automatic downloads | automaticDownloadsOff
    restricted | the administrator has changed what is fixed | the administrator fixes it in a file | the administrator fixes it in a file | restricted
    callsNotReported | it reports its calls | it reported no call for several VoIP pushes | it reported no call for several VoIP pushes | callsNotReported
    activeParticipantNotSet | it says who speaks on its channel | it did not say who speaks on its channel | it did not say who speaks on its channel | activeParticipantNotSet
    channelNotJoined | it has joined a channel | it has joined no channel | it has joined no channel | channelNotJoined
    payloadTooLarge | the payload is not too large | the payload is too large | the payload is too large | payloadTooLarge
    unread | it reads what it is woken for | it was woken for a descriptor and left it unread | it was woken for a descriptor and left it unread | unread
    onScreen | it is on screen | it is not on screen | it is not on screen | on screen
    launching | it is starting | it is still starting | it is still starting | launching
    runningCallback | it works on a callback | it still works on a callback | it still works on a callback | callback
    backgroundTask | a background task is running | a background task is still running | a background task was not ended in time | task
    expiringActivity | an activity is running | an activity is still running | an activity was not ended in time | activity
    wake | it is needed for an event | it still works on an event | an event was not completed in time | wake
    audio | it plays audio | it plays no audio | it plays no audio | audio
    runningTask | a task is running | a task is still running | a task was not completed in time | task
    job | it is a running job | its job is paused | its job is paused | job
    locationUpdates | it receives location updates | its location updates are paused | its location updates are paused | location updates
    call | it has an active call | it has no active call | it has no active call | call
    pushToTalk | a participant speaks on its channel | no participant speaks on its channel | no participant speaks on its channel | talk
    grace | it is in its grace period | its grace period has ended | its grace period has ended | grace
    exemption | it is exempt | it is not exempt | it is not exempt | exempt
    fileLock | it holds a lock on a file | another process waits for its lock on a file | it held a lock on a file when it was to be frozen | lock on a file
    controllingTerminal | it is not in the foreground of a terminal | it is in the foreground of a terminal | it is in the foreground of a terminal | a terminal
    sessionLeader | no session depends on it | other processes of its session depend on it | other processes of its session depend on it | session
    callersShell | the caller does not depend on it | the caller runs inside it | the caller runs inside it | caller's shell
    displayServer | it displays no other program's windows | it displays the windows of other programs | it displays the windows of other programs | display server
    freezerUnavailable | the kernel can freeze it | the kernel did not freeze it in time | the kernel did not freeze it in time | not freezable
    thawedFromOutside | no other process thawed it | another process thawed it | another process thawed it | thawed from outside
    busCall | no process waits for its answer on the bus | a process called it on the bus and waits | a process called it on the bus and waits | caller
    inputGrab | it holds neither the pointer nor the keyboard | it holds the pointer or the keyboard | it holds the pointer or the keyboard | input grab
    focused | its window does not have the focus | its window has the focus | its window has the focus | focused
    underPointer | its window is not under the pointer | its window is under the pointer | its window is under the pointer | under the pointer
    statusItem | it has no panel icon | it has a panel icon | it has a panel icon | status item
    waitingPeer | no process waits at its sockets | a peer waits at a socket | a peer waits at a socket | peer
    windowShown | one of its windows is visible | none of its windows is visible | none of its windows is visible | windowShown
    timeUp | its background time is almost used up | its time is up | its time is up | timeUp
    launchWatchdog | it started in time | a callback did not return in time | it did not finish launching in time | launchWatchdog
    transitionWatchdog | it returned in time | a callback did not return in time | a callback did not return in time | transitionWatchdog
    enterBackgroundWatchdog | it returned in time | a callback did not return in time | a callback did not return in time | enterBackgroundWatchdog
    terminateWatchdog | it returned in time | a callback did not return in time | a callback did not return in time | terminateWatchdog
    processorTime | its processor use is within the limit | its processor use exceeded the limit | its processor use in the background exceeded the limit | processorTime
    tooManyTasks | the number of its background tasks is within the limit | it holds too many background tasks | it held too many background tasks at once | tooManyTasks
    gpu | it did not use the GPU | it used the GPU | it used the GPU in the background | gpu
    exitsOnSuspend | it leaves the screen, and UIApplicationExitsOnSuspend is set | UIApplicationExitsOnSuspend is not set | UIApplicationExitsOnSuspend is not set | exitsOnSuspend
    uninstall | it is installed | it was removed from the device | it was removed from the device | uninstall
    reboot | the machine is shutting down or was restarted | the machine was not restarted | the machine was not restarted | reboot
    logout | its user has logged out | its user has not logged out | its user has not logged out | logout
    machineStops | the machine is not about to shut down | the machine is about to shut down | the machine is about to shut down | machineStops
    offloaded | its program is not offloaded | its program is offloaded | its program is offloaded | offloaded
    processEnded | its process runs | its process has ended | its process has ended | processEnded
    callerLeft | `torpor run` waits for it | the `torpor run` that waited for it has ended; a command at a terminal then gets SIGHUP, any other continues | the `torpor run` that waited for it has ended; a command at a terminal then gets SIGHUP, any other continues | callerLeft
    lowestReuseProbability | it is least likely to be used again | others are less likely to be used again | others are less likely to be used again | lowestReuseProbability
    suspendedLongEnough | it was frozen for a while | it was frozen a moment ago | it was frozen a moment ago | suspendedLongEnough
    expectedReturn | the user is likely to open it soon | the user is not likely to open it soon | the user is not likely to open it soon | expectedReturn
    leftBehind | the processes it left behind end with it | its command left nothing behind | its command left nothing behind | leftBehind
    stateSaved | it saved its state first | it did not finish saving its state | it did not finish saving its state | stateSaved
    noTimeToSave | it gets time to save its state | it got no time to save its state | it got no time to save its state | noTimeToSave
    userAction | the user asked for it | the user did not ask for it | the user did not ask for it | userAction
    endedByItself | it ended by itself | it did not end by itself | it did not end by itself | endedByItself
    notStarted | it could be started | it could not be started | it could not be started | notStarted
    nothingLeftToDo | it has no pending work | it is about to end | it is about to end | nothingLeftToDo
    daemonRestart | the daemon was restarted | the daemon was not restarted | the daemon was not restarted | daemonRestart
    notLaunchedForThis | it may be started for this | it is not run for an event | it is not run for an event | notLaunchedForThis
    plannedMoment | the planned time has been reached | a better time is planned soon | a better time is planned soon | plannedMoment
    replaced | no newer one has replaced it | a newer one has replaced it | a newer one has replaced it | replaced
    noProgress | it makes progress | it reported no progress | it reported no progress | noProgress
    simulated | a developer asked for it | no developer asked for it | no developer asked for it | simulated
    slotTaken | a slot is free | no slot is free | no slot is free | slotTaken
    dependency | the job before it is done | the job before it is not done | the job before it is not done | dependency
    conditionLost | its conditions still hold | a condition that it needs was lost | a condition that it needs was lost | conditionLost
    failureCommand | the job failed | the job has no --on-failure command | the job has no --on-failure command | failureCommand
    retryInterval | it is time to try again | the last attempt failed a short time ago | the last attempt failed a short time ago | retryInterval
    awaitsAnswer | its app has answered | its app was asked and has not answered | its app was asked and has not answered | awaitsAnswer
    suspendedByOwner | its owner resumed it | its owner paused it | its owner paused it | suspendedByOwner
    attemptFailed | nothing went wrong | it failed | it failed | attemptFailed
    notificationsOff | the user lets it show notifications | the user does not let it show notifications | the user does not let it show notifications | notificationsOff
    tooManyNotifications | few enough notifications are scheduled | too many earlier notifications are scheduled | too many earlier notifications are scheduled | tooManyNotifications
    impossibleTrigger | its trigger date is in the future | its trigger has no date in the future | its trigger has no date in the future | impossibleTrigger
    inFront | its app is not in front | its app is in front and did not ask to show it | its app is in front and did not ask to show it | inFront
    deviceLocked | the device is unlocked | the device is locked | the device is locked | deviceLocked
    soundFile | its sound file can be played | the default sound is played instead of its sound file, which cannot be played | the default sound is played instead of its sound file, which cannot be played | soundFile
    repeatInterval | it repeats after a minute or more | the profile has no intervals below a minute, so it repeats every minute | the profile has no intervals below a minute, so it repeats every minute | repeatInterval
    notificationServer | a notification server is running | no notification server is running on a desktop, so `torpor notifications` keeps it | no notification server is running on a desktop, so `torpor notifications` keeps it | notificationServer
    preciseLocation | the user allows it precise location | the user allows it only approximate location | the user allows it only approximate location | preciseLocation
    serviceSession | it holds a location session that was started on screen | it holds no location session that was started on screen | it holds no location session that was started on screen | serviceSession
    userDecides | it needs the user's decision | the user has not decided about it | the user has not decided about it | userDecides
    notAuthorized | the user allows it | the user does not allow it | the user does not allow it | notAuthorized
    """#

  static let expectedSubjects = #"""
    enough memory is free | memory is short (critical) | memory is short (critical) | memoryPressure
    it is least likely to be used again (0.6 % for 812 MB) | others are less likely to be used again (0.6 % for 812 MB) | others are less likely to be used again (0.6 % for 812 MB) | lowestReuseProbability
    it was frozen for a while (182 MB) | it was frozen a moment ago (182 MB) | it was frozen a moment ago (182 MB) | suspendedLongEnough
    the user is likely to open it soon (182 MB) | the user is not likely to open it soon (182 MB) | the user is not likely to open it soon (182 MB) | expectedReturn
    it works on willResignActive | it still works on willResignActive | it still works on willResignActive | willResignActive
    background task 'upload' is running | background task 'upload' is still running | background task 'upload' was not ended in time | task 'upload'
    activity 'save' is running | activity 'save' is still running | activity 'save' was not ended in time | activity 'save'
    it is needed for a silent push | it still works on a silent push | a silent push was not completed in time | silent push
    its Info.plist allows it | its Info.plist does not list 'voip' | its Info.plist does not list 'voip' | notPermitted
    it holds a lock on /x | another process waits for its lock on /x | it held a lock on /x when it was to be frozen | lock on /x
    it is not in the foreground of a terminal | it is in the foreground of terminal pts/3 | it is in the foreground of terminal pts/3 | terminal pts/3
    no session depends on it | other processes of its session depend on it (process 812) | other processes of its session depend on it (process 812) | session of process 812
    the caller does not depend on it | the caller runs inside it (process 812) | the caller runs inside it (process 812) | caller's shell
    it displays no other program's windows | it displays the windows of other programs (/run/user/1000/wayland-1) | it displays the windows of other programs (/run/user/1000/wayland-1) | display server
    the kernel can freeze it | the kernel did not freeze it in time (errno 16) | the kernel did not freeze it in time (errno 16) | not freezable
    it started in time | didFinishLaunching did not return in time | it did not finish launching in time | launchWatchdog
    it returned in time | willEnterForeground did not return in time | willEnterForeground did not return in time | transitionWatchdog
    task 'm.index' is running | task 'm.index' is still running | task 'm.index' was not completed in time | task 'm.index'
    it ended by itself (status 3) | it did not end by itself (status 3) | it did not end by itself (status 3) | endedByItself
    it could be started | it could not be started (no such file) | it could not be started (no such file) | notStarted
    job 'backup' is done | job 'backup' is not done | job 'backup' is not done | dependency
    job 'backup failed' is done | job 'backup' failed | job 'backup' failed | dependency
    its conditions still hold | external power was lost | external power was lost | conditionLost
    no process waits for its answer on the bus | a process called it on the bus and waits (org.a) | a process called it on the bus and waits (org.a) | caller of org.a
    it may be started for this | it is not run for its VoIP socket | it is not run for its VoIP socket | notLaunchedForThis
    few enough notifications are scheduled | too many earlier notifications are scheduled (64 are kept) | too many earlier notifications are scheduled (64 are kept) | tooManyNotifications
    """#

  static let expectedWakes = #"""
    appRefresh | a refresh task | refresh task
    backgroundFetch | a background fetch | background fetch
    processing | a processing task | processing task
    continuedProcessing | a continued processing task | continued processing task
    silentPush | a silent push | silent push
    visiblePush | a push | push
    voipPush | a VoIP push | VoIP push
    pushToTalk | a push-to-talk push | push-to-talk push
    transfer | a finished transfer | finished transfer
    significantLocation | a significant change of location | location change
    region | a region that it monitors | region
    visit | a visit | visit
    continuousLocation | continuous location | continuous location
    liveLocation | live location | live location
    bluetoothRestoring | a Bluetooth event that restores it | Bluetooth restoration
    bluetooth | a Bluetooth event | Bluetooth event
    accessory | an accessory | accessory
    audio | audio | audio
    voipSocket | its VoIP socket | VoIP socket
    newsstand | a Newsstand issue | Newsstand issue
    descriptor | a descriptor of its own | descriptor
    notificationResponse | an answer to a notification | notification response
    terminationSave | a save before it is ended for its memory | save
    job | its job | job
    """#

  static let expectedEnds = #"""
    killed mail (0x8badf00d) | killed (0x8badf00d)
    killed mail (0x2182bad2) | killed (0x2182bad2)
    killed mail (0x2182bad3) | killed (0x2182bad3)
    killed mail (0x2182bad4) | killed (0x2182bad4)
    killed mail (0xdead10cc) | killed (0xdead10cc)
    killed mail (0xc00010ff) | killed (0xc00010ff)
    killed mail (0xbaadca11) | killed (0xbaadca11)
    killed mail (0xbad22222) | killed (0xbad22222)
    killed mail (0xbaddd15c) | killed (0xbaddd15c)
    killed mail (0xd00d2bad) | killed (0xd00d2bad)
    killed mail (0xbada5e47) | killed (0xbada5e47)
    mail crashed with SIGSEGV | crashed (SIGSEGV)
    mail ended with status 3 | ended (3)
    mail was ended by SIGKILL, sent by itself, by another process, or by the kernel (out of memory) | killed from outside
    killed mail | killed for memory
    the kernel killed mail, because memory had run out | killed by the kernel (out of memory)
    quit mail | quit
    ended mail | ended as a job
    ended mail | ended on suspend
    ended mail | removed
    ended mail for its new version | replaced
    mail ended with the machine | machine restarted
    ended mail | ended at logout
    released mail, which keeps running | released
    could not start mail (permission denied) | not started (permission denied)
    could not start mail, because its working directory /x cannot be entered (no such file) | not started (working directory)
    mail ended; its exit status is unknown | ended unseen
    """#
}
