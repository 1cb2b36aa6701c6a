// The extension for GNOME 45 and newer; `legacy.js` is that for earlier ones.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {Reporter} from './reporter.js';

export default class TorporExtension extends Extension {
    enable() {
        this._reporter = new Reporter(global, Gio, GLib);
        this._reporter.enable();
    }

    // Not called when the screen is locked (`unlock-dialog` in metadata.json): what stands still then is to stay so.
    disable() {
        this._reporter.disable();
        this._reporter = null;
    }
}
