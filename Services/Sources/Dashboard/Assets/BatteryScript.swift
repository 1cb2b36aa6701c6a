extension BatteryPage {
  var script: String {
    #"""
    import { h, onReturn, get, post, say } from '/shell.js';

    const ranges = [[24, '24 hours'], [240, '10 days']];

    export const show = async (place, wanted) => {
      const [range, ...named] = wanted.split('/');
      let hours = Number(range) === 240 ? 240 : 24, wasAbsent = false, turn = 0, reading = new AbortController();
      const panel = h('div', { class: 'battery' });
      const buttons = ranges.map(([count, name]) => h('button', { type: 'button', onclick: () => { hours = count; load(); } }, name));
      const again = h('button', { type: 'button', class: 'do', onclick: () => load() }, 'Read again');
      const dialog = h('dialog', { class: 'use', 'aria-labelledby': 'use-title', onclick: (event) => { if (event.target === dialog) dialog.close(); } });
      place.append(h('div', { class: 'top' }, h('h1', {}, 'Battery'),
        h('div', { class: 'tools' }, h('div', { class: 'segments', role: 'group', 'aria-label': 'How far back' }, buttons), again)), panel, dialog);

      // The dashboard has escaped every name in what it sends, and its policy lets no script of a page run.
      const fill = (element, html) => { element.innerHTML = html; };
      const load = async () => {
        const mine = ++turn;
        reading.abort();
        reading = new AbortController();
        wasAbsent = false;
        panel.ariaBusy = 'true';
        buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(ranges[index][0] === hours)));
        const wait = setTimeout(() => mine === turn && panel.replaceChildren(h('p', { class: 'quiet' }, 'Adding up …'), h('progress', { 'aria-label': 'Adding up' })), 300);
        try {
          const html = await get('/api/battery?hours=' + hours, 'text', reading.signal);
          if (mine === turn) fill(panel, html);
        } catch (error) {
          if (mine === turn) { panel.replaceChildren(h('p', { class: 'bad' }, error.message)); wasAbsent = error.isDaemonAbsent === true; }
        } finally { clearTimeout(wait); }
        if (mine === turn) panel.ariaBusy = 'false';
        return mine === turn;
      };
      const explain = async (app) => {
        let html;
        try { html = await get(`/api/battery?hours=${hours}&app=` + encodeURIComponent(app), 'text'); } catch (error) { return say(error.message); }
        fill(dialog, html);
        dialog.querySelector('.top').append(h('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => dialog.close() }, '×'));
        dialog.querySelectorAll('a').forEach((link) => link.addEventListener('click', () => dialog.close()));
        if (!dialog.open) dialog.showModal();
        dialog.scrollTop = 0;
      };
      const change = async (button) => {
        button.disabled = true;
        try {
          await post('/api/settings', JSON.parse(button.dataset.change));
          say(`Changed: ${button.textContent}. You can change it back on the page Settings.`, false);
          // The button is gone; where nothing else has the keyboard by now, this has it.
          if (await load() && document.activeElement === document.body) again.focus();
        } catch (error) { button.disabled = false; say(error.message); }
      };
      panel.addEventListener('click', (event) => {
        const button = event.target.closest('[data-change]'), more = event.target.closest('[data-more]'), row = event.target.closest('[data-app]');
        if (button) return change(button);
        if (more) {
          const rows = document.getElementById(more.dataset.more);
          rows.hidden = false;
          more.remove();
          return rows.querySelector('button')?.focus();
        }
        if (row) explain(row.dataset.app);
      });
      // Where there was no daemon, it is asked once there is one; nothing else is followed.
      const leave = onReturn(() => { if (wasAbsent) load(); });
      await load();
      if (named.length && panel.isConnected) explain(named.join('/'));
      return () => { leave(); turn += 1; reading.abort(); };
    };
    """#
  }
}
