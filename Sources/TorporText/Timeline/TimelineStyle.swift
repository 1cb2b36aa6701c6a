/// How timelines look, by day and by night; the same for every page and picture.
///
/// Text has a contrast of at least 4.5 to its ground in both.
package enum TimelineStyle {
  package static let colours = """
    :root{color-scheme:light dark;--ink:#1c2128;--faint:#59636e;--ground:#fff;--line:#e3e7ec;
    --active:#2f9e62;--inactive:#e0a100;--background:#3b7ddd;--suspended:#b7c0cc;--asleep:#e9e4f5;
    --bad:#c9342b;--good:#1a7f37}
    @media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--faint:#94a0ae;--ground:#14181d;
    --line:#2b323b;--active:#43b97b;--inactive:#e8b73a;--background:#5b97ee;--suspended:#4a5563;
    --asleep:#2c2740;--bad:#f0665c;--good:#43b97b}}

    """

  package static let marks = """
    .bar{stroke-width:.75}.active{fill:var(--active);stroke:var(--active)}
    .inactive{fill:var(--inactive);stroke:var(--inactive)}
    .background{fill:var(--background);stroke:var(--background)}
    .suspended{fill:var(--suspended);stroke:var(--suspended)}
    .asleep{fill:var(--asleep);stroke:var(--asleep)}
    .mark{stroke:var(--ground);stroke-width:1}.call,.wake{fill:var(--ink)}.work{fill:var(--faint)}
    .denied{fill:var(--ground);stroke:var(--bad)}
    line.mark{stroke-width:6;stroke:var(--faint)}line.end{stroke:var(--bad)}
    line.clock{stroke:var(--inactive);stroke-width:3}
    .ticks text,text.fine{font-size:12px;fill:var(--faint)}

    """

  package static let lanes = """
    .legend{color:var(--faint);display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin:.2rem 0 .8rem}
    .legend svg{vertical-align:-1px;margin-right:.35em}
    .lanes{overflow-x:auto;position:relative}
    .lane{display:flex;align-items:center;border-top:1px solid var(--line);min-width:100%;width:max-content}
    .lane>span{width:11rem;flex:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
    position:sticky;left:0;background:var(--ground);z-index:1;padding-right:.6rem;box-sizing:border-box}
    .lane>svg{flex:none;width:calc(var(--room,min(100vw - 2rem,1068px)) - 11rem);overflow:visible}
    .ticks{border:0}.fine{display:none}.wide .fine{display:inline}
    @media(max-width:46rem){.ticks text:not(.fine):nth-of-type(even){display:none}}
    .lane>svg:focus-visible,.lane :focus{outline:2px solid var(--background);outline-offset:2px}
    .lane :focus{stroke:var(--ink);stroke-width:2;outline:none}

    """

  package static let page = """
    body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);
    max-width:1100px;margin:2rem auto;padding:0 1rem}
    h1{font-size:1.15rem;margin:2rem 0 .2rem}.file{color:var(--faint);margin:.2rem 0 .8rem}
    .good{color:var(--good)}.bad{color:var(--bad)}
    table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
    td,th{padding:.1rem .9rem .1rem 0;border-top:1px solid var(--line);vertical-align:top;text-align:left}
    th{color:var(--faint);font-weight:500}td.n,th.n{text-align:right}
    summary{cursor:pointer;color:var(--faint);margin:.6rem 0}
    .tools{display:flex;gap:.4rem;align-items:center;margin:.4rem 0}
    .tools button{font:inherit;min-width:2.2rem;padding:.15rem .6rem;border:1px solid var(--line);
    border-radius:6px;background:var(--ground);color:var(--ink);cursor:pointer}
    .tools button:focus-visible{outline:2px solid var(--background)}
    .told{min-height:3em;color:var(--faint);white-space:pre-line;margin:.4rem 0}

    """

  static let picture = """
    .ground{fill:var(--ground)}.rule,.tick{stroke:var(--line)}
    text{font:13px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink)}
    text.head{font-size:15px;font-weight:600}

    """
}
