extension Stylesheet {
  /// The style of the battery page only.
  static let battery = """
    .battery{display:flex;flex-direction:column;gap:1rem}
    .battery>.panel{padding:1rem 1.2rem}.battery h2{font-size:1.05rem}
    .top .tools{display:flex;gap:.6rem;align-items:center}
    .do{border:1px solid var(--line);background:var(--ground);border-radius:9px;padding:.28rem .8rem;cursor:pointer}
    .do:hover{background:var(--hover)}.do:disabled{color:var(--faint);cursor:default}

    .charge{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 1rem}.charge p{margin:0}
    .charge strong{font-size:2rem;letter-spacing:-.02em;line-height:1.2;font-variant-numeric:tabular-nums;margin-right:.25em}
    .charts>p{margin:.1rem 0}
    .caption{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem 1.1rem;margin-top:1.1rem;font-size:.9rem}
    .caption h2,.caption h3{margin:0 auto 0 0}
    .key{white-space:nowrap;font-variant-numeric:tabular-nums}.key svg{margin-right:.4em}
    .plot{padding:.7rem 3.6rem 1.7rem 0}
    .plot svg{display:block;width:100%;overflow:visible}
    .plot text{font-size:12px;fill:var(--faint);font-variant-numeric:tabular-nums}
    .plot .rule{stroke:var(--line)}.plot .hours line{stroke:var(--line);stroke-dasharray:2 3}
    .hit{fill:transparent}.plot g:hover>.hit{fill:var(--hover)}
    .level{fill:var(--accent)}.low{fill:var(--bad);stroke:var(--ink)}.plugged{fill:var(--ink)}
    .on{fill:var(--active)}.off{fill:var(--background)}.share .ground{fill:var(--chip)}
    .figures summary,.sources summary{cursor:pointer;color:var(--faint)}
    .figures .scroll{max-height:22rem;overflow:auto}.figures caption{text-align:left;font-weight:600;padding-top:.6rem}.figures table{width:auto;min-width:22rem;max-width:100%}
    .figures th,.figures td{padding:.25rem 1.4rem .25rem 0}.figures thead th{color:var(--faint);font-size:.86rem}

    .tips ul{list-style:none;margin:0;padding:0}.tips li{padding:.7rem 0 .2rem;border-top:1px solid var(--line)}
    .tips h2+ul li:first-child,.tips .quiet+ul li:first-child{border-top:0}
    .tips p{margin:.1rem 0 .5rem;max-width:62rem}.tips>.quiet{margin:0}.sleepless{border-left:4px solid var(--bad)}
    .remedy{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center}
    .remedy code{background:var(--chip);border-radius:7px;padding:.15rem .5rem;font-size:.88rem;overflow-wrap:anywhere}
    .none{margin:0 .3rem}

    .usage tbody tr:not([data-app]){cursor:default;background:none}
    .usage thead th,.receipts thead th{color:var(--faint);font-size:.86rem}
    .usage tbody[hidden]{display:none}
    .usage tfoot th,.usage tfoot td,.receipts tfoot th,.receipts tfoot td{font-weight:600;border-top:2px solid var(--line)}
    .usage .part{width:9rem;font-weight:600}.share{display:block;width:100%;margin-top:.25rem}
    .chips{list-style:none;margin:.2rem 0 0;padding:0;display:flex;flex-wrap:wrap}
    .chips .chip{font-size:.8rem;white-space:nowrap;margin:.05rem .3rem .05rem 0}
    .sources ul{list-style:none;margin:.6rem 0 0;padding:0}.sources li{padding:.25rem 0;color:var(--ink);font-size:.92rem}
    .sources li span{display:inline-block;min-width:6.6rem;font-weight:600}
    .sources .good span{color:var(--good)}.sources .missing span{color:var(--faint)}

    dialog.use{width:min(56rem,94vw)}
    .pair{display:grid;grid-template-columns:1fr 1fr;gap:.8rem;margin:.8rem 0}
    .pair .card strong{font-size:1.3rem}
    .receipts th,.receipts td{padding:.4rem .8rem .4rem 0;font-size:.92rem}.receipts tbody th{white-space:nowrap}
    .receipts .why{overflow-wrap:anywhere}.receipts .why strong{font-weight:600}

    @media(max-width:46rem){
    .battery>.panel{padding:.8rem .9rem}.top .tools{width:100%;justify-content:space-between}.top .segments{width:auto;flex:1}
    .wide{display:none}.plot{padding-right:3.2rem}.figures table{min-width:0;width:100%}.figures th,.figures td{padding-right:.6rem}
    dialog.use{width:100vw}.pair{grid-template-columns:1fr}
    .usage tbody tr,.usage tfoot tr{display:flex;flex-wrap:wrap;gap:.15rem .9rem;padding:.7rem 0}
    .usage tbody tr{border-top:1px solid var(--line)}
    .usage th[scope=row]{flex:1 1 60%;border:0;padding:0;min-width:0}
    .usage tbody td.part,.usage tfoot td.part{flex:0 0 5.2rem;border:0;padding:0;text-align:right}
    .usage td.empty,.receipts td.empty{display:none}
    .usage tbody td.n:not(.empty),.usage tfoot td.n:not(.empty){border:0;padding:0;flex:none;font-weight:400}
    .usage tfoot tr{border-top:2px solid var(--line)}.usage tfoot td.n::before{content:attr(data-label) ' '}
    .usage tfoot td.n{font-size:.86rem;color:var(--faint)}
    .receipts thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .receipts tr{display:flex;flex-wrap:wrap;gap:.05rem .9rem;padding:.5rem 0;border-top:1px solid var(--line)}
    .receipts tfoot tr{border-top:2px solid var(--line)}
    .receipts th,.receipts td,.receipts tfoot th,.receipts tfoot td{border:0;padding:0;text-align:left}
    .receipts th{flex:1 0 100%;font-weight:600}.receipts .why{flex:1 0 100%}
    .receipts td.n{color:var(--faint);font-size:.86rem}.receipts td.n::before{content:attr(data-label) ' '}
    }

    """
}
