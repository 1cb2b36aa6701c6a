// Reports the windows and the focus to torpor-session, which knows them under Wayland from nobody else. For KWin 5.27
// and 6, whose scripts name some things differently.
//
// It decides nothing, and keeps nothing: everything is told at each change and every 30 s, since a script learns neither
// that torpor-session has been started again nor that a call has failed.

var NAME = "io.torpor.Session";
var PATH = "/io/torpor/Session";
// The most windows that torpor-session takes.
var WINDOWS_MAX = 1024;
// For how long what is reported holds: KWin keeps its connection when the script is turned off.
var LEASE_SECONDS = 90;
var REPEAT_MILLISECONDS = 30000;

function all() {
    return workspace.windowList ? workspace.windowList() : workspace.clientList();
}

function active() {
    return workspace.activeWindow !== undefined ? workspace.activeWindow : workspace.activeClient;
}

function isHere(window) {
    if (window.desktops === undefined) {
        // -1: on all desktops.
        return window.desktop === -1 || window.desktop === workspace.currentDesktop;
    }
    // None: on all desktops.
    if (window.onAllDesktops || window.desktops.length === 0)
        return true;
    for (var i = 0; i < window.desktops.length; i++) {
        var desktop = window.desktops[i];
        var current = workspace.currentDesktop;
        if (desktop === current || (desktop.id !== undefined && desktop.id === current.id))
            return true;
    }
    return false;
}

function visibility(window, focus) {
    if (window === focus)
        return "focused";
    if (window.minimized)
        return "minimised";
    return isHere(window) ? "visible" : "elsewhere";
}

function report() {
    var focus = active();
    var rows = [];
    var windows = all();
    for (var i = 0; i < windows.length && rows.length < WINDOWS_MAX; i++) {
        if (windows[i].pid > 0)
            rows.push([windows[i].pid, visibility(windows[i], focus)]);
    }
    // The windows first: an app that comes onto the screen is thawed by them before it gets the focus.
    callDBus(NAME, PATH, NAME, "SetWindows", rows);
    callDBus(NAME, PATH, NAME, "SetFocus", focus && focus.pid > 0 ? [focus.pid] : []);
    callDBus(NAME, PATH, NAME, "KeepReports", LEASE_SECONDS);
}

function follow(window) {
    var names = ["minimizedChanged", "clientMinimized", "clientUnminimized", "desktopsChanged", "desktopChanged", "x11DesktopIdsChanged"];
    for (var i = 0; i < names.length; i++) {
        if (window[names[i]] !== undefined)
            window[names[i]].connect(report);
    }
}

function connect(name, handler) {
    if (workspace[name] !== undefined)
        workspace[name].connect(handler);
}

function added(window) {
    follow(window);
    report();
}

connect("windowAdded", added);
connect("clientAdded", added);
connect("windowRemoved", report);
connect("clientRemoved", report);
connect("windowActivated", report);
connect("clientActivated", report);
connect("currentDesktopChanged", report);
all().forEach(follow);
report();
var timer = new QTimer();
timer.interval = REPEAT_MILLISECONDS;
timer.timeout.connect(report);
timer.start();
