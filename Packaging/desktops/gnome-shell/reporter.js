// Reports the windows and the focus to torpor-session, which knows them under GNOME from nobody else.
//
// It decides nothing: which process a window belongs to, and what can be seen of it, as mutter knows that.

const NAME = 'io.torpor.Session';
const PATH = '/io/torpor/Session';
// The most windows that torpor-session takes.
const WINDOWS_MAX = 1024;

export class Reporter {
    // `global`: the shell's; `Gio` and `GLib`: the modules, which extensions of different versions import differently.
    constructor(global, Gio, GLib) {
        this._global = global;
        this._gio = Gio;
        this._glib = GLib;
        this._connections = [];
        this._windows = new Map();
        this._told = {};
        this._idle = 0;
        this._watch = 0;
        this._isThere = false;
        this._retry = 0;
        this._hasRetried = false;
        this._bus = null;
        this._isOn = false;
    }

    enable() {
        this._isOn = true;
        const display = this._global.display;
        const workspaces = this._global.workspace_manager;
        this._connect(display, 'window-created', (_, window) => this._add(window));
        this._connect(display, 'notify::focus-window', () => this._look());
        this._connect(workspaces, 'active-workspace-changed', () => this._look());
        for (const actor of this._global.get_window_actors())
            this._add(actor.meta_window);
        this._watch = this._gio.bus_watch_name(
            this._gio.BusType.SESSION, NAME, this._gio.BusNameWatcherFlags.NONE,
            () => {
                // Another torpor-session knows nothing of what the one before was told.
                this._isThere = true;
                this._told = {};
                if (this._bus)
                    this._look();
                else
                    this._open();
            },
            () => {
                this._isThere = false;
            });
    }

    // With a connection of its own: what was told on it holds until it ends, and the shell's outlives the extension.
    _open() {
        const {DBusConnection, DBusConnectionFlags} = this._gio;
        DBusConnection.new_for_address(
            this._gio.dbus_address_get_for_bus_sync(this._gio.BusType.SESSION, null),
            DBusConnectionFlags.AUTHENTICATION_CLIENT | DBusConnectionFlags.MESSAGE_BUS_CONNECTION, null, null,
            (_, result) => {
                try {
                    const bus = DBusConnection.new_for_address_finish(result);
                    bus.set_exit_on_close(false);
                    if (!this._isOn || this._bus)
                        return bus.close(null, null);
                    this._bus = bus;
                    this._look();
                } catch (error) {
                    console.warn(`torpor: ${error.message}`);
                }
                return undefined;
            });
    }

    disable() {
        this._isOn = false;
        for (const source of [this._idle, this._retry]) {
            if (source)
                this._glib.source_remove(source);
        }
        this._idle = this._retry = 0;
        for (const [object, id] of this._connections)
            object.disconnect(id);
        this._connections = [];
        for (const [window, ids] of this._windows)
            ids.forEach(id => window.disconnect(id));
        this._windows.clear();
        if (this._watch)
            this._gio.bus_unwatch_name(this._watch);
        this._watch = 0;
        this._told = {};
        this._isThere = false;
        // By this torpor-session knows that nobody reports any more.
        if (this._bus)
            this._bus.close(null, null);
        this._bus = null;
    }

    _connect(object, signal, handler) {
        this._connections.push([object, object.connect(signal, handler)]);
    }

    _add(window) {
        if (!window || this._windows.has(window))
            return;
        const changed = () => this._look();
        const ids = ['notify::minimized', 'workspace-changed', 'notify::on-all-workspaces', 'shown']
            .map(signal => window.connect(signal, changed));
        ids.push(window.connect('unmanaged', () => {
            // Its connections end with it.
            this._windows.delete(window);
            this._look();
        }));
        this._windows.set(window, ids);
        this._look();
    }

    // Soon: one change of the focus is several signals.
    _look() {
        if (this._idle || !this._isThere || !this._bus)
            return;
        this._idle = this._glib.idle_add(this._glib.PRIORITY_DEFAULT, () => {
            this._idle = 0;
            this._report();
            return this._glib.SOURCE_REMOVE;
        });
    }

    // Once after a failure; then with the next change, or for the next torpor-session.
    _lookLater() {
        if (this._retry || this._hasRetried)
            return;
        this._hasRetried = true;
        this._retry = this._glib.timeout_add_seconds(this._glib.PRIORITY_DEFAULT, 1, () => {
            this._retry = 0;
            this._look();
            return this._glib.SOURCE_REMOVE;
        });
    }

    _report() {
        if (!this._isThere || !this._bus)
            return;
        const focus = this._global.display.focus_window;
        const focused = focus ? processOf(focus) : 0;
        const rows = [];
        for (const window of this._windows.keys()) {
            const pid = processOf(window);
            if (pid > 0 && rows.length < WINDOWS_MAX)
                rows.push([pid, this._visibility(window, focus)]);
        }
        // The windows first: an app that comes onto the screen is thawed by them before it gets the focus.
        this._tell('SetWindows', '(a(us))', [rows]);
        this._tell('SetFocus', '(au)', [focused > 0 ? [focused] : []]);
    }

    _visibility(window, focus) {
        if (window === focus)
            return 'focused';
        if (window.minimized)
            return 'minimised';
        const active = this._global.workspace_manager.get_active_workspace();
        return window.is_on_all_workspaces() || window.located_on_workspace(active) ? 'visible' : 'elsewhere';
    }

    // What was told last is not told again.
    _tell(method, signature, values) {
        const text = JSON.stringify(values);
        if (this._told[method] === text)
            return;
        this._told[method] = text;
        this._bus.call(
            NAME, PATH, NAME, method, new this._glib.Variant(signature, values), null,
            this._gio.DBusCallFlags.NO_AUTO_START, -1, null,
            (bus, result) => {
                try {
                    bus.call_finish(result);
                    this._hasRetried = false;
                } catch (error) {
                    if (!this._isOn)
                        return;
                    delete this._told[method];
                    console.warn(`torpor: ${method}: ${error.message}`);
                    this._lookLater();
                }
            });
    }
}

// mutter asks the kernel, and the X server for windows of X11; a window of another machine has none.
function processOf(window) {
    return window.get_pid();
}
