extension AppsPage {
  var script: String {
    #"""
    import { h, words, feed, get } from '/shell.js';

    const order = ['active', 'inactive', 'background', 'suspended', 'notRunning'];
    const columns = [
      { name: 'Name', key: (app) => app.name.toLowerCase() },
      { name: 'State', key: (app) => order.indexOf(app.state) },
      { name: 'Why', key: (app) => (app.reasons[0] || { text: '' }).text },
      { name: 'CPU time', key: (app) => -(app.processorMilliseconds || 0), isNumber: true },
      { name: 'Memory', key: (app) => -(app.memoryBytes || 0), isNumber: true },
    ];

    export const show = (place, wanted) => {
      let sorted = 1, filter = '', now = feed.latest, ticking;
      const cards = h('div', { class: 'cards' });
      const body = h('tbody');
      const empty = h('p', { class: 'quiet', hidden: true });
      const heads = columns.map((column, index) => h('th', { scope: 'col', class: column.isNumber ? 'n' : '' },
        h('button', { type: 'button', onclick: () => { sorted = index; draw(); } }, column.name)));
      const dialog = h('dialog', { 'aria-labelledby': 'why-title', onclick: (event) => { if (event.target === dialog) dialog.close(); } });
      place.append(
        h('div', { class: 'top' }, h('h1', {}, 'Apps'),
          h('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter apps by name',
            oninput: (event) => { filter = event.target.value.toLowerCase(); draw(); } })),
        cards,
        h('div', { class: 'panel' }, h('table', { class: 'apps' },
          h('caption', { class: 'hidden' }, 'Every app, its state, the reasons for it, and what it has used'),
          h('thead', {}, h('tr', {}, heads)), body), empty),
        dialog);

      const left = (until) => words.length(until + now.skew - Date.now());
      const chip = (reason) => h('span', { class: 'chip' }, reason.text,
        reason.until && h('span', { class: 'left', 'data-until': String(reason.until) }, left(reason.until)));
      const row = (app) => h('tr', { 'data-app': app.app, onclick: (event) => { if (!event.target.closest('button')) explain(app.app); } },
        h('th', { scope: 'row' }, h('button', { type: 'button', class: 'app', 'aria-haspopup': 'dialog', onclick: () => explain(app.app) },
          h('span', { class: 'name' }, app.name), app.badge && h('span', { class: 'badge', 'aria-label': `${app.badge} on its icon` }, String(app.badge)),
          h('span', { class: 'id' }, app.app))),
        h('td', {}, h('span', { class: `state ${app.state}` }, words.states[app.state]),
          h('span', { class: 'since' }, ' for ', h('time', { 'data-since': String(app.since) }, words.length(Date.now() - now.skew - app.since)))),
        h('td', { class: 'reasons' }, app.reasons.map(chip)),
        h('td', { class: 'n', 'data-label': 'CPU' }, words.processor(app.processorMilliseconds)),
        h('td', { class: 'n', 'data-label': 'Memory' }, words.bytes(app.memoryBytes)));
      const card = (name, value, look) => h('div', { class: `card ${look}` }, h('strong', {}, String(value)), h('span', {}, name));

      const draw = () => {
        if (!now) return;
        const all = now.apps, count = (...states) => all.filter((app) => states.includes(app.state)).length;
        cards.replaceChildren(card('on screen', count('active', 'inactive'), 'active'), card('in the background', count('background'), 'background'),
          card('suspended', count('suspended'), 'suspended'), card('not running', count('notRunning'), 'notRunning'));
        heads.forEach((head, index) => head.setAttribute('aria-sort', index === sorted ? 'ascending' : 'none'));
        const key = columns[sorted].key;
        const shown = all.filter((app) => `${app.name} ${app.app}`.toLowerCase().includes(filter))
          .sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.name.localeCompare(b.name)));
        const focused = body.contains(document.activeElement) && document.activeElement.closest('tr').dataset.app;
        body.replaceChildren(...shown.map(row));
        if (focused) [...body.children].find((line) => line.dataset.app === focused)?.querySelector('button').focus();
        empty.hidden = shown.length > 0;
        empty.textContent = all.length ? 'No app has a name that contains this.' : 'No apps yet. `torpor run -- COMMAND` starts one.';
      };
      // Times on the page are counted here; the daemon is not asked.
      const tick = () => {
        if (!now || document.body.classList.contains('stale')) return;
        body.querySelectorAll('[data-until]').forEach((one) => { one.textContent = left(Number(one.dataset.until)); });
        body.querySelectorAll('[data-since]').forEach((one) => { one.textContent = words.length(Date.now() - now.skew - Number(one.dataset.since)); });
      };

      const list = (title, lines, none) => [h('h3', {}, title),
        lines.length ? h('ul', {}, lines.map((line) => h('li', {}, line))) : h('p', { class: 'quiet' }, none)];
      const explain = async (app) => {
        let why;
        try { why = await get('/api/why?app=' + encodeURIComponent(app)); } catch (error) {
          dialog.replaceChildren(h('h2', { id: 'why-title' }, app), h('p', { class: 'bad' }, error.message), close());
          return dialog.open || dialog.showModal();
        }
        const held = { suspended: 'Nothing: it is frozen and uses no CPU.', notRunning: 'Nothing: it has no process.' };
        const parts = [
          h('div', { class: 'top' }, h('h2', { id: 'why-title' }, why.name), close()),
          h('p', { class: 'id' }, why.app),
          h('p', {}, h('span', { class: `state ${why.state}` }, words.states[why.state])),
          !why.isCooperative && h('p', { class: 'quiet' }, 'Not a Torpor app: only your actions control it.'),
          ...list('What keeps it running', why.holds, held[why.state] || 'Nothing: it is about to be frozen.'),
          ...(why.isCooperative ? list('What would prevent a wake', why.prevents, 'Nothing.') : []),
          ...(why.watched.length ? list('Watched', why.watched) : []),
          ...(why.ignored.length ? list('Info.plist keys without effect', why.ignored) : []),
          ...(why.lastEnd ? list('How its last process ended', [why.lastEnd]) : []),
          h('h3', {}, 'Recent decisions'),
          h('ol', { class: 'log' }, why.decisions.map((one) => h('li', { class: one.verdict },
            h('time', {}, words.clock(one.at)), h('span', {}, one.text)))),
          h('p', {}, h('a', { href: '#battery/24/' + encodeURIComponent(why.app), onclick: () => dialog.close() }, 'Battery use'), ' · ',
            h('a', { href: '#settings/' + encodeURIComponent(why.app), onclick: () => dialog.close() }, 'Settings of this app')),
        ];
        dialog.replaceChildren(...parts.filter(Boolean));
        if (!dialog.open) dialog.showModal();
        dialog.scrollTop = 0;
      };
      const close = () => h('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => dialog.close() }, '×');

      const leave = feed.listen((next) => { now = next; draw(); });
      const clock = () => { clearInterval(ticking); if (!document.hidden) { tick(); ticking = setInterval(tick, 1000); } };
      document.addEventListener('visibilitychange', clock);
      clock();
      if (wanted) explain(wanted);
      return () => { leave(); clearInterval(ticking); document.removeEventListener('visibilitychange', clock); };
    };
    """#
  }
}
