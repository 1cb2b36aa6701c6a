/// The page around all pages: the menu, the state of the device, and the code that the pages share.
enum Shell {
  /// The page that a browser shows briefly when it has presented the token.
  ///
  /// It names its icon: otherwise a browser may request `/favicon.ico`, which does not exist.
  static let entrance = """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Torpor</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <meta http-equiv="refresh" content="0; url=/"></head><body><a href="/">Torpor</a></body></html>
    """

  /// A moon, because sleeping apps use nothing.
  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3b4cca"/>\
    <path d="M21.5 19.5A8.5 8.5 0 0 1 12.6 8a8.6 8.6 0 1 0 11 10.9 8.4 8.4 0 0 1-2.1.6z" fill="#fff"/></svg>
    """

  static let html = """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>Torpor</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/style.css">
    <script src="/timeline.js" defer></script>
    <script type="module" src="/shell.js"></script>
    </head><body>
    <a class="skip" href="#main" data-skip>Skip to the content</a>
    <header class="side">
    <p class="brand"><img src="/icon.svg" alt="" width="28" height="28">Torpor</p>
    <nav aria-label="Pages">\(links)</nav>
    <div class="device" id="device" role="status" aria-label="The device"></div>
    <button type="button" class="theme" id="theme">Automatic</button>
    </header>
    <main id="main" tabindex="-1"><p class="quiet">Loading …</p></main>
    <p id="notice" role="alert" hidden></p>
    <noscript><p>This page needs JavaScript. <code>torpor ps</code>, <code>torpor why</code>, \
    <code>torpor battery</code>, <code>torpor advice</code>, <code>torpor storage</code> and <code>torpor timeline</code> show the same in a terminal.</p></noscript>
    </body></html>
    """

  private static var links: String {
    Site.pages.map { page in
      "<a href=\"#\(page.name)\" data-page=\"\(page.name)\">\(glyph(page.name))<span>\(page.title)</span></a>"
    }
    .joined()
  }

  /// Returns the icon beside a page's name in the menu: its path in a square of 24; a dot for a page that has none.
  private static func glyph(_ name: String) -> String {
    let paths = [
      "apps": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
      "timeline": "M3 6h9M8 12h13M5 18h8",
      "activity": "M3 12h4l3-8 4 16 3-8h4",
      "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6",
      "battery": "M3 8h15v8H3zM21 11v2",
      "storage": "M4 6h16v4H4zM4 14h16v4H4z",
    ]
    let path = paths[name] ?? "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"
    return "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
  }

  static let script = #"""
    // What the pages share: elements, the daemon's events, words for figures.

    /** Makes an element; text is always text, never markup. */
    export const h = (tag, props = {}, ...children) => {
      const element = document.createElement(tag);
      for (const [key, value] of Object.entries(props)) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (key in element && typeof value !== 'string') element[key] = value;
        else element.setAttribute(key, value === true ? '' : value);
      }
      element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
      return element;
    };

    const unit = (count, name) => `${count} ${name}`;
    export const words = {
      bytes(count) {
        if (count === undefined) return '–';
        let size = count;
        for (const name of ['B', 'KiB', 'MiB', 'GiB']) {
          if (size < 1024 || name === 'GiB') return unit(size < 10 && name !== 'B' ? size.toFixed(1) : Math.round(size), name);
          size /= 1024;
        }
      },
      length(milliseconds) {
        const seconds = Math.max(0, Math.round(milliseconds / 1000));
        if (seconds < 60) return unit(seconds, 's');
        const minutes = Math.floor(seconds / 60);
        if (minutes < 60) return `${minutes} min` + (minutes < 10 && seconds % 60 ? ` ${seconds % 60} s` : '');
        const hours = Math.floor(minutes / 60);
        if (hours < 24) return `${hours} h` + (minutes % 60 ? ` ${minutes % 60} min` : '');
        return `${Math.floor(hours / 24)} d ${hours % 24} h`;
      },
      processor(milliseconds) {
        if (milliseconds === undefined) return '–';
        return milliseconds < 60000 ? (milliseconds / 1000).toFixed(milliseconds < 10000 ? 2 : 1) + ' s' : words.length(milliseconds);
      },
      clock: (at) => new Date(at).toLocaleTimeString([], { hour12: false }),
      day: (at) => new Date(at).toLocaleDateString([], { weekday: 'long', day: 'numeric', month: 'long' }),
      states: { active: 'Active', inactive: 'Inactive', background: 'Background', suspended: 'Suspended', notRunning: 'Not running' },
    };

    const notice = document.getElementById('notice');
    let noticeEnds;
    export const say = (sentence, isBad = true) => {
      notice.textContent = sentence;
      notice.className = isBad ? 'bad' : 'good';
      notice.hidden = false;
      clearTimeout(noticeEnds);
      noticeEnds = setTimeout(() => { notice.hidden = true; }, isBad ? 10000 : 3000);
    };

    const answered = async (response, form) => {
      if (response.status === 401) throw new Error('This session has ended. Run `torpor dashboard` again.');
      if (!response.ok) {
        const error = new Error((await response.text()) || `The dashboard answers ${response.status}.`);
        throw Object.assign(error, { isDaemonAbsent: response.status === 503 });
      }
      return response[form]();
    };
    export const get = async (path, form = 'json', signal) => answered(await fetch(path, { signal }), form);
    export const post = async (path, body) => answered(await fetch(path, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    }), 'json');

    // The apps, as the daemon sends them. Nothing is asked again.
    const listeners = new Set();
    let latest;
    export const feed = {
      get latest() { return latest; },
      /** Calls with what there is, then with each change; returns what ends it. */
      listen(listener) {
        listeners.add(listener);
        if (latest) listener(latest);
        return () => listeners.delete(listener);
      },
    };
    const deciders = new Set();
    /** Calls when something was decided; returns what ends it. */
    export const onDecision = (listener) => { deciders.add(listener); return () => deciders.delete(listener); };
    const returners = new Set();
    /** Calls when the daemon is there again after it was not; returns what ends it. */
    export const onReturn = (listener) => { returners.add(listener); return () => returners.delete(listener); };
    let source;
    const connect = () => {
      source = new EventSource('/api/apps');
      source.addEventListener('apps', (event) => {
        latest = JSON.parse(event.data);
        latest.skew = Date.now() - latest.device.now;
        const wasLost = document.body.classList.contains('stale');
        document.body.classList.remove('stale');
        showDevice(latest.device);
        listeners.forEach((listener) => listener(latest));
        if (wasLost) [...deciders, ...returners].forEach((listener) => listener());
      });
      // What was decided while nothing was followed.
      source.addEventListener('open', () => deciders.forEach((listener) => listener()));
      source.addEventListener('decided', () => deciders.forEach((listener) => listener()));
      source.addEventListener('lost', (event) => showLost(event.data));
      source.addEventListener('error', async () => {
        if (source.readyState !== EventSource.CLOSED) return showLost('The dashboard does not answer. If it has ended, run `torpor dashboard` again.');
        const { status } = await fetch('/icon.svg').catch(() => ({ status: 0 }));
        showLost(status === 200 ? 'Too many pages of the dashboard are open. Close one, and load this one again.'
          : 'This session has ended. Run `torpor dashboard` again.');
      });
    };
    // A page that nobody sees follows nothing, and leaves its connection to those that are seen.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) { source.close(); } else if (source.readyState === EventSource.CLOSED) { connect(); }
    });

    const device = document.getElementById('device');
    const showLost = (sentence) => {
      document.body.classList.add('stale');
      device.replaceChildren(h('p', { class: 'lost' }, sentence));
    };
    const networks = { none: 'No network', wired: 'Wired', wifi: 'Wi-Fi', cellular: 'Mobile network' };
    const showDevice = (facts) => {
      const battery = facts.batteryPercent === undefined ? undefined : `Battery ${facts.batteryPercent} %`;
      const power = facts.isOnExternalPower === undefined ? undefined : facts.isOnExternalPower ? 'External power' : 'On battery';
      const free = facts.memoryAvailableBytes && `${words.bytes(facts.memoryAvailableBytes)} of ${words.bytes(facts.memoryTotalBytes)} free`;
      const lines = [battery || power, networks[facts.network], free, facts.lowPowerMode && 'Low Power Mode', facts.isLocked && 'Locked',
        facts.thermal && facts.thermal !== 'nominal' && `Heat: ${facts.thermal}`];
      device.replaceChildren(...lines.filter(Boolean).map((line) => h('p', {}, line)));
    };

    // By day and by night.
    const themes = { auto: 'Automatic', light: 'Light', dark: 'Dark' };
    const button = document.getElementById('theme');
    const setTheme = (theme) => {
      document.documentElement.dataset.theme = theme;
      button.textContent = themes[theme];
      button.setAttribute('aria-label', `Appearance: ${themes[theme]}`);
      localStorage.setItem('theme', theme);
    };
    button.addEventListener('click', () => {
      const names = Object.keys(themes);
      setTheme(names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length]);
    });
    const kept = localStorage.getItem('theme');
    setTheme(kept in themes ? kept : 'auto');

    // Pages: the part of the address behind # names one, and what of it is shown.
    const main = document.getElementById('main');
    let end, turn = 0;
    const open = async (isFirst) => {
      const [name, ...rest] = location.hash.slice(1).split('/').map(decodeURIComponent);
      const links = [...document.querySelectorAll('[data-page]')];
      const link = links.find((one) => one.dataset.page === name) || links[0];
      const mine = ++turn;
      links.forEach((one) => (one === link ? one.setAttribute('aria-current', 'page') : one.removeAttribute('aria-current')));
      document.title = `${link.textContent} – Torpor`;
      if (end) end();
      end = undefined;
      try {
        const page = await import(`/pages/${link.dataset.page}.js`);
        if (mine !== turn) return;
        main.replaceChildren();
        const ends = await page.show(main, rest.join('/'));
        // Another page was opened while this one was read.
        if (mine !== turn) return ends && ends();
        end = ends;
        if (!isFirst) main.focus({ preventScroll: true });
      } catch (error) { if (mine === turn) main.replaceChildren(h('p', { class: 'bad' }, error.message)); }
    };
    connect();
    addEventListener('hashchange', () => open(false));
    document.querySelector('[data-skip]').addEventListener('click', (event) => { event.preventDefault(); main.focus(); });
    open(true);
    """#
}
