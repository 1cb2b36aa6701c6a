extension SettingsPage {
  var script: String {
    #"""
    import { h, feed, onDecision, get, post, say } from '/shell.js';

    const names = {
      backgroundRefresh: ['Background App Refresh', 'Whether apps are run in the background'],
      location: ['Location', 'When the app may know where the device is'],
      locationAccuracy: ['Precise location', 'How precisely the app may know it'],
      allowsNotifications: ['Notifications', 'Whether the app may show notifications'],
      allowsMicrophone: ['Microphone', 'Whether the app may record sound'],
      allowsBluetooth: ['Bluetooth', 'Whether the app may use Bluetooth'],
      allowsAccessories: ['Accessories', 'Whether the app may use accessories'],
      lowPowerMode: ['Low Power Mode', 'Saves power until the battery is charged to 80 %'],
      automaticLowPowerMode: ['Automatic Low Power Mode', 'On battery, when 20 % are left, and again at 10 %'],
      profile: ['Profile', 'The version of iOS whose rules hold'],
      evictionOrder: ['When memory is short', 'Which suspended app is ended first'],
      pageOutAfter: ['Write memory to swap', 'How long an app is frozen before its memory is written to swap'],
      sleepAgain: ['Sleep again', 'After the machine was woken for a notification or a job'],
      jobNotifications: ['Failed jobs', 'Whether you are notified when a job has failed permanently'],
      energyAllowance: ['Energy allowance', 'What may be used off screen in a day; after that, work that can wait is held until midnight or external power'],
      dataAllowance: ['Data allowance', 'What may be transferred off screen in a day; after that, work that can wait is held until midnight'],
      wifiOnly: ['Wi-Fi only', 'Work that can wait is held until there is Wi-Fi or a cable'],
      automaticDownloads: ['Automatic downloads', 'Whether downloads that an app starts off screen begin before you open it'],
    };
    const values = { on: 'On', off: 'Off', wifi: 'On Wi-Fi', never: 'Never', whenInUse: 'While in use', always: 'Always', notDetermined: 'Ask',
      full: 'Precise', reduced: 'Approximate', largestFirst: 'Largest first', leastRecentlyUsedFirst: 'Least recently used first',
      leastLikelyUsedFirst: 'Least likely used first', linux: 'Linux' };
    const spaced = (name) => name.replace(/([A-Z])/g, ' $1').toLowerCase().replace(/^./, (letter) => letter.toUpperCase());
    const valuesOf = { automaticDownloads: { wifi: 'On Wi-Fi or a cable' } };
    const text = (value) => values[value] || String(value).replace(/^ios(\d+)$/, 'iOS $1');

    export const show = async (place, wanted) => {
      let app = wanted || '';
      const chooser = h('select', { 'aria-label': 'Whose settings', onchange: () => { app = chooser.value; load(); } });
      const panel = h('div', { class: 'panel settings' });
      place.append(h('div', { class: 'top' }, h('h1', {}, 'Settings'), chooser), panel);

      const change = async (row, value, back) => {
        try {
          await post('/api/settings', app ? { app, [row.key]: value } : { [row.key]: value });
          say('Changed.', false);
        } catch (error) { back(); say(error.message); }
      };
      const control = (row, id) => {
        if (row.form === 'flag') {
          const box = h('input', { type: 'checkbox', role: 'switch', id, checked: row.value === true,
            onchange: () => change(row, box.checked, () => { box.checked = !box.checked; }) });
          return box;
        }
        if (!row.choices) {
          const field = h('input', { type: 'number', id, value: String(row.value), onchange: () => change(row, Number(field.value), load) });
          return field;
        }
        let old = row.choices.findIndex((choice) => choice.value === row.value);
        const select = h('select', { id, onchange: () => change(row, row.choices[select.selectedIndex].value, () => { select.selectedIndex = old; }) },
          row.choices.map((choice) => h('option', {}, valuesOf[row.name]?.[choice.text] || text(choice.text))));
        select.selectedIndex = old;
        return select;
      };
      let turn = 0;
      const load = async () => {
        const mine = ++turn;
        try {
          const { settings: found, file, mistakes } = await get('/api/settings' + (app && '?app=' + encodeURIComponent(app)));
          if (mine !== turn) return;
          const focused = panel.contains(document.activeElement) && document.activeElement.id;
          panel.replaceChildren(...found.map((row) => {
            const id = 'setting-' + row.key, [name, told] = names[row.name] || [spaced(row.name), row.name];
            const field = control(row, id);
            field.disabled = row.isFixed;
            return h('div', { class: row.isFixed ? 'setting fixed' : 'setting' }, h('label', { for: id }, h('span', { class: 'name' }, name), h('span', { class: 'quiet' }, told),
              row.isFixed && h('span', { class: 'why' }, 'Fixed by the administrator in ', h('code', {}, file))), field);
          }), ...mistakes.map((mistake) => h('p', { class: 'bad' }, mistake)));
          if (focused) document.getElementById(focused)?.focus();
        } catch (error) { panel.replaceChildren(h('p', { class: 'bad' }, error.message)); }
      };
      const leave = feed.listen((now) => {
        const apps = now.apps.filter((one) => one.isCooperative || one.app === app).sort((a, b) => a.name.localeCompare(b.name));
        const options = [h('option', { value: '' }, 'This device'), ...apps.map((one) => h('option', { value: one.app }, one.name))];
        const isSame = options.length === chooser.options.length && options.every((one, index) => one.value === chooser.options[index].value);
        if (!isSame) chooser.replaceChildren(...options);
        chooser.value = app;
      });
      // Another program may have changed something; what is being typed here stays.
      let isReading = false, isStale = false, isPutOff = false;
      const reload = async () => {
        if (panel.contains(document.activeElement) && document.activeElement.tagName !== 'INPUT') { isPutOff = true; return; }
        if (isReading) { isStale = true; return; }
        isReading = true;
        do { isStale = false; await load(); } while (isStale);
        isReading = false;
      };
      panel.addEventListener('focusout', () => {
        if (isPutOff) { isPutOff = false; setTimeout(reload); }
      });
      const forget = onDecision(reload);
      await load();
      return () => { leave(); forget(); };
    };
    """#
  }
}
