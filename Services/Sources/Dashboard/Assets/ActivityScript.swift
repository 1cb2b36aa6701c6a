extension ActivityPage {
  var script: String {
    #"""
    import { h, words, feed, onDecision, get, say } from '/shell.js';

    const kept = 500, pageMax = 200;

    export const show = async (place) => {
      const list = h('div', { class: 'panel activity', role: 'log', 'aria-label': 'Decisions, the newest first' });
      place.append(h('div', { class: 'top' }, h('h1', {}, 'Activity')), list);
      let rows = [], isReading = false, isStale = false;
      const draw = () => {
        const days = new Map();
        for (const row of rows) {
          const day = words.day(row.at);
          if (!days.has(day)) days.set(day, []);
          days.get(day).push(h('li', { class: row.verdict }, h('time', {}, words.clock(row.at)), h('span', {}, row.text)));
        }
        list.replaceChildren(...[...days].flatMap(([day, lines]) => [h('h2', {}, day), h('ol', { class: 'log' }, lines)]));
        if (!rows.length) list.replaceChildren(h('p', { class: 'quiet' }, 'No decisions yet.'));
      };
      // Read when something has changed, and then only what is new.
      const read = async () => {
        if (isReading) { isStale = true; return; }
        isReading = true;
        try {
          do {
            isStale = false;
            const last = rows.length ? rows[0].sequence : '';
            const news = (await get('/api/log' + (last && `?after=${last}`))).decisions;
            // As many as are given at once: what lies between is not there, so that the list begins with them.
            rows = (news.length < pageMax ? [...news, ...rows] : news).slice(0, kept);
            if (news.length || !last) draw();
          } while (isStale);
        } catch (error) { say(error.message); } finally { isReading = false; }
      };
      await read();
      const ends = [feed.listen(read), onDecision(read)];
      return () => ends.forEach((end) => end());
    };
    """#
  }
}
