extension TimelinePage {
  var script: String {
    #"""
    import { h, get } from '/shell.js';

    const ranges = [[1, '1 hour'], [6, '6 hours'], [24, '24 hours'], [72, '3 days'], [240, '10 days']];

    export const show = (place, wanted) => {
      let hours = ranges.some(([one]) => one === Number(wanted)) ? Number(wanted) : 24;
      const panel = h('div', { class: 'panel timeline', 'data-timeline': true });
      const buttons = ranges.map(([count, name]) => h('button', { type: 'button', onclick: () => { hours = count; load(); } }, name));
      place.append(h('div', { class: 'top' }, h('h1', {}, 'Timeline'),
        h('div', { class: 'segments', role: 'group', 'aria-label': 'How far back' }, buttons)), panel);
      let turn = 0;
      const load = async () => {
        const mine = ++turn;
        buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(ranges[index][0] === hours)));
        const wait = setTimeout(() => mine === turn && panel.replaceChildren(h('p', { class: 'quiet' }, 'Reading the ledger …'), h('progress', { 'aria-label': 'Reading the ledger' })), 300);
        try {
          // The dashboard has escaped every name in it, and its policy lets no script of a page run.
          const html = await get('/api/timeline?hours=' + hours, 'text');
          clearTimeout(wait);
          if (mine !== turn) return;
          panel.innerHTML = html;
          window.beginTimeline(panel);
        } catch (error) {
          clearTimeout(wait);
          if (mine === turn) panel.replaceChildren(h('p', { class: 'bad' }, error.message));
        }
      };
      load();
    };
    """#
  }
}
