// What the extension's reporter tells, in the place of GNOME Shell: as a module, as GNOME 45 and newer load it.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {Reporter} from './reporter.js';

class Emitter {
    constructor() {
        this.handlers = new Map();
        this.last = 0;
    }

    connect(signal, handler) {
        this.handlers.set(++this.last, [signal, handler]);
        return this.last;
    }

    disconnect(id) {
        this.handlers.delete(id);
    }

    emit(name, ...values) {
        for (const [signal, handler] of [...this.handlers.values()]) {
            if (signal === name)
                handler(this, ...values);
        }
    }
}

class Window extends Emitter {
    constructor(pid) {
        super();
        this.pid = pid;
        this.minimized = false;
        this.workspace = 0;
    }

    get_pid() {
        return this.pid;
    }

    is_on_all_workspaces() {
        return false;
    }

    located_on_workspace(workspace) {
        return workspace === this.workspace;
    }
}

const calls = [];
const gio = {
    BusType: Gio.BusType,
    BusNameWatcherFlags: Gio.BusNameWatcherFlags,
    DBusCallFlags: Gio.DBusCallFlags,
    bus_watch_name: (_type, _name, _flags, appeared, vanished) => {
        Object.assign(gio, {appeared, vanished});
        return 1;
    },
    bus_unwatch_name: () => {},
    dbus_address_get_for_bus_sync: () => 'unix:path=/nowhere',
    DBusConnectionFlags: Gio.DBusConnectionFlags,
    DBusConnection: {
        new_for_address: (_address, _flags, _observer, _cancellable, done) => done(null, null),
        new_for_address_finish: () => ({
            set_exit_on_close: () => {},
            close: () => calls.push('closed'),
            call: (_name, _path, _interface, method, values, ...rest) => {
                calls.push(`${method} ${values.print(false)}`);
                rest.at(-1)({call_finish: () => {}}, null);
            },
        }),
    },
};

const display = new Emitter();
const workspace_manager = new Emitter();
workspace_manager.get_active_workspace = () => 0;
display.focus_window = null;
const [first, second] = [new Window(11), new Window(12)];
const reporter = new Reporter(
    {display, workspace_manager, get_window_actors: () => [{meta_window: first}]}, gio, GLib);

function happens(change) {
    change();
    while (GLib.MainContext.default().iteration(false));
}

happens(() => reporter.enable());
happens(() => gio.appeared());
happens(() => {
    display.emit('window-created', second);
    display.focus_window = second;
    display.emit('notify::focus-window');
});
happens(() => {
    first.minimized = true;
    first.emit('notify::minimized');
});
happens(() => {
    first.minimized = false;
    first.workspace = 1;
    first.emit('workspace-changed');
});
happens(() => first.emit('unmanaged'));
happens(() => {
    gio.vanished();
    gio.appeared();
});
happens(() => reporter.disable());
calls.push(`left ${display.handlers.size + workspace_manager.handlers.size + second.handlers.size}`);
print(calls.join('\n'));
