// The extension for GNOME 42 to 44; `extension.js` is that for newer ones. Installed under that name.

/* exported init */

const {Gio, GLib} = imports.gi;
const {getCurrentExtension} = imports.misc.extensionUtils;
const {Reporter} = getCurrentExtension().imports.reporter;

class TorporExtension {
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

function init() {
    return new TorporExtension();
}
