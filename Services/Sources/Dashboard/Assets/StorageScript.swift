extension StoragePage {
  var script: String {
    #"""
    import { h, onReturn, get, post, say } from '/shell.js';

    export const show = async (place) => {
      // While something is under way it is looked at again: after 300 ms, and ever later up to 3 s. Nothing else asks.
      const pauseMin = 300, pauseMax = 3000;
      let turn = 0, isOver = false, wasAbsent = false, isAll = false, pause = pauseMin, waiting, reading = new AbortController();
      // The apps whose caches this page has had removed, until they are measured anew.
      let asked = new Set();
      const panel = h('div', { class: 'battery storage' });
      const status = h('p', { class: 'hidden', role: 'status' });
      const again = h('button', { type: 'button', class: 'do', onclick: () => { pause = pauseMin; load('all'); } }, 'Measure again');
      const dialog = h('dialog', { class: 'ask', 'aria-labelledby': 'ask-title' });
      place.append(h('div', { class: 'top' }, h('h1', {}, 'Storage'), again), status, panel, dialog);

      const tell = (text) => { if (status.textContent !== text) status.textContent = text; };
      const rows = () => { document.getElementById('more-apps').hidden = false; panel.querySelector('[data-more]').parentElement.remove(); };
      // The dashboard has escaped every name in what it sends, and its policy lets no script of a page run.
      const fill = (html) => {
        const key = panel.contains(document.activeElement) && document.activeElement.dataset.key;
        panel.innerHTML = html;
        if (isAll && panel.querySelector('[data-more]')) rows();
        const bar = panel.querySelector('progress[data-left]');
        if (bar && asked.size > 1) { bar.max = asked.size; bar.value = Math.max(0, asked.size - Number(bar.dataset.left)); }
        // A button that is gone leaves the keyboard to the one that is always there.
        if (key) ([...panel.querySelectorAll('[data-key]')].find((one) => one.dataset.key === key) || again).focus();
      };
      const load = async (measures) => {
        if (isOver) return;
        const mine = ++turn;
        clearTimeout(waiting);
        reading.abort();
        reading = new AbortController();
        wasAbsent = false;
        panel.ariaBusy = 'true';
        const wasBusy = panel.querySelector('[data-busy]') !== null;
        let next;
        try {
          const html = await get('/api/storage?measures=' + measures, 'text', reading.signal);
          if (mine !== turn) return;
          fill(html);
          const busy = panel.querySelector('[data-busy]')?.dataset.busy;
          tell(busy ? busy + ' …' : asked.size ? 'The removal has ended. The table says what was removed, or why not.' : status.textContent && 'Done.');
          // Of what was purged nothing is known until it is measured.
          if (busy) next = 'none'; else if (asked.size) { asked = new Set(); next = 'missing'; pause = pauseMin; }
        } catch (error) {
          if (mine !== turn) return;
          panel.replaceChildren(h('p', { class: 'bad' }, error.message));
          tell('');
          wasAbsent = error.isDaemonAbsent === true;
          // A daemon that is late, with a disk that is busy, is asked again while something is under way.
          if (!wasAbsent && (wasBusy || asked.size)) { next = 'none'; pause = pauseMax; }
        }
        if (next === 'missing') return load(next);
        if (next) wait();
        else panel.ariaBusy = 'false';
      };
      // A page that nobody sees asks nothing.
      const wait = () => {
        clearTimeout(waiting);
        if (document.hidden) return;
        waiting = setTimeout(() => load('none'), pause);
        pause = Math.min(pause * 1.5, pauseMax);
      };
      const look = () => { if (!document.hidden && panel.querySelector('[data-busy]')) { pause = pauseMin; wait(); } };

      const purge = async (apps) => {
        const refused = [];
        for (const app of apps) {
          try { await post('/api/purge', { app }); asked.add(app); } catch (error) { refused.push(error.message); }
        }
        if (refused.length) say(refused.length === 1 ? refused[0] : `${refused.length} of ${apps.length} apps keep their caches. ${refused[0]}`);
        pause = pauseMin;
        load('none');
      };
      const confirm = (button) => {
        const { whose, size } = button.dataset;
        const sure = h('button', { type: 'button', class: 'do sure', onclick: () => { dialog.close(); purge(JSON.parse(button.dataset.purge)); } }, `Remove ${size}`);
        dialog.replaceChildren(
          h('h2', { id: 'ask-title' }, `Remove the caches of ${whose}?`),
          h('p', {}, `This removes the contents of Library/Caches and tmp, ${size} at the last measurement. An app creates them again when it needs them, which may take time and data.`),
          h('p', {}, 'Data stays, and so do downloads that an app has not collected yet and files that unfinished transfers need. A suspended app is ended first; a running app keeps its caches.'),
          h('p', { class: 'remedy' }, h('button', { type: 'button', class: 'do', autofocus: true, onclick: () => dialog.close() }, 'Cancel'), sure));
        dialog.showModal();
      };
      panel.addEventListener('click', (event) => {
        const button = event.target.closest('[data-purge]'), more = event.target.closest('[data-more]');
        if (button) return confirm(button);
        if (more) {
          isAll = true;
          rows();
          (document.getElementById('more-apps').querySelector('button') || again).focus();
        }
      });
      // Where there was no daemon, it is asked once there is one; nothing else is followed.
      const leave = onReturn(() => { if (wasAbsent) load('missing'); });
      document.addEventListener('visibilitychange', look);
      await load('missing');
      return () => { isOver = true; turn += 1; clearTimeout(waiting); reading.abort(); leave(); document.removeEventListener('visibilitychange', look); };
    };
    """#
  }
}
