/// What a page with a timeline does beyond showing it: zoom, and what is under the pointer or the focus in words.
///
/// It changes no style but by properties, so that a strict Content-Security-Policy lets it.
package enum TimelineScript {
  package static let text = """
    'use strict';
    (() => {
      // For a page that fetches timelines as well: it calls this for each that it has shown.
      const begin = (root) => {
        const lanes = root.querySelector('.lanes'), told = root.querySelector('.told');
        if (!lanes) return;
        let zoom = 1;
        const fit = () => lanes.style.setProperty('--room', lanes.clientWidth * zoom + 'px');
        const set = (next, at) => {
          const old = zoom, edge = lanes.querySelector('.lane>span').offsetWidth;
          zoom = Math.min(8, Math.max(1, next));
          const x = at === undefined ? (lanes.clientWidth - edge) / 2 : at - edge;
          const share = (lanes.scrollLeft + x) / (lanes.clientWidth * old - edge);
          fit();
          lanes.classList.toggle('wide', zoom >= 4);
          lanes.scrollLeft = share * (lanes.clientWidth * zoom - edge) - x;
          root.querySelectorAll('[data-zoom]').forEach((button) => {
            button.disabled = (button.dataset.zoom === '+' && zoom >= 8) || (button.dataset.zoom !== '+' && zoom <= 1);
          });
        };
        const press = (what, at) => set(what === '+' ? zoom * 2 : what === '-' ? zoom / 2 : 1, at);
        const tell = (item) => {
          const title = item.querySelector('title');
          if (told && title) told.textContent = item.closest('.lane').firstElementChild.textContent + ': ' + title.textContent;
        };
        const items = (svg) => [...svg.querySelectorAll('rect,circle,line')].filter((one) => one.querySelector('title'))
          .sort((a, b) => place(a) - place(b));
        const place = (item) => parseFloat(item.getAttribute('x') || item.getAttribute('cx') || item.getAttribute('x1'));
        root.addEventListener('click', (event) => {
          const button = event.target.closest('[data-zoom]');
          if (button) press(button.dataset.zoom);
        });
        lanes.addEventListener('wheel', (event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          press(event.deltaY < 0 ? '+' : '-', event.clientX - lanes.getBoundingClientRect().left);
        }, { passive: false });
        lanes.addEventListener('mouseover', (event) => {
          const item = event.target.closest('rect,circle,line');
          if (item) tell(item);
        });
        lanes.addEventListener('focusin', (event) => { if (event.target.closest('rect,circle,line')) tell(event.target); });
        lanes.addEventListener('keydown', (event) => {
          const svg = event.target.closest('.lane svg');
          if ('+-0'.includes(event.key)) return press(event.key);
          if (!svg || !['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Escape'].includes(event.key)) return;
          event.preventDefault();
          if (event.key === 'Escape') return svg.focus();
          const all = items(svg);
          if (!all.length) return;
          const old = all.indexOf(event.target);
          const next = { Home: 0, End: all.length - 1, ArrowLeft: Math.max(0, old - 1),
            ArrowRight: Math.min(all.length - 1, old + 1) }[event.key];
          if (old >= 0) all[old].removeAttribute('tabindex');
          all[next].setAttribute('tabindex', '-1');
          all[next].setAttribute('role', 'img');
          all[next].focus();
          all[next].scrollIntoView({ block: 'nearest', inline: 'nearest' });
        });
        new ResizeObserver(fit).observe(root);
        set(1);
      };
      document.querySelectorAll('[data-timeline]').forEach(begin);
      window.beginTimeline = begin;
    })();
    """
}
