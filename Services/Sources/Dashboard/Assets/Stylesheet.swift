/// The style of the dashboard: light and dark, on desktops and on phones.
///
/// Each text colour has a contrast of at least 4.5 to its background; `scripts/end-to-end in_a_browser` measures it.
enum Stylesheet {
  private static let light = """
    --ink:#1c1c28;--faint:#5b6070;--ground:#fff;--page:#f4f5f9;--line:#e2e4ec;--hover:#f0f1f8;--accent:#3b4cca;
    --accent-ink:#fff;--chip:#eceef7;--active:#2f9e62;--inactive:#e0a100;--background:#3b7ddd;--suspended:#b3bacb;
    --asleep:#e9e4f5;--bad:#c0271e;--good:#17703a;--shadow:0 1px 2px rgba(20,22,50,.06),0 4px 16px rgba(20,22,50,.05);
    """
  private static let dark = """
    --ink:#eceef6;--faint:#a0a7b8;--ground:#1b1d27;--page:#11131a;--line:#2c303d;--hover:#242734;--accent:#8f9cff;
    --accent-ink:#11131a;--chip:#2a2e3d;--active:#43b97b;--inactive:#e8b73a;--background:#5b97ee;--suspended:#5a6478;
    --asleep:#2c2740;--bad:#ff7b72;--good:#56d38f;--shadow:0 1px 2px rgba(0,0,0,.4);
    """

  static let text = """
    :root{color-scheme:light;\(light)}
    @media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;\(dark)}}
    :root[data-theme=dark]{color-scheme:dark;\(dark)}
    *{box-sizing:border-box}
    html{background:var(--page)}
    body{margin:0;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;color:var(--ink);
    display:grid;grid-template-columns:15rem minmax(0,1fr);min-height:100vh}
    button,input,select{font:inherit;color:inherit}
    :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
    main:focus{outline:none}
    a{color:var(--accent)}
    h1{font-size:1.7rem;letter-spacing:-.02em;margin:0}h2{font-size:1.2rem;margin:0}
    h3{font-size:.95rem;margin:1.2rem 0 .3rem}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;z-index:9;background:var(--ground);padding:.5rem 1rem}
    .quiet,.id,.since{color:var(--faint)}.bad{color:var(--bad)}.good{color:var(--good)}

    .side{position:sticky;top:0;height:100vh;padding:1.4rem 1rem;display:flex;flex-direction:column;gap:.3rem}
    .brand{display:flex;align-items:center;gap:.6rem;font-weight:650;font-size:1.15rem;margin:0 .5rem 1.2rem}
    .brand img{border-radius:7px}
    nav{display:flex;flex-direction:column;gap:2px}
    nav a{display:flex;align-items:center;gap:.7rem;padding:.5rem .7rem;border-radius:9px;color:var(--ink);text-decoration:none}
    nav a:hover{background:var(--hover)}
    nav a[aria-current]{background:var(--accent);color:var(--accent-ink);font-weight:550}
    nav svg{width:1.2rem;height:1.2rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
    .device{margin-top:auto;padding:.7rem;color:var(--faint);font-size:.86rem}.device p{margin:.1rem 0}
    .device .lost{color:var(--bad)}
    .theme{align-self:flex-start;margin:0 .7rem;border:1px solid var(--line);background:none;border-radius:99px;
    padding:.15rem .8rem;font-size:.86rem;color:var(--faint);cursor:pointer}
    .theme:hover{background:var(--hover)}

    main{padding:1.6rem 2rem 4rem;max-width:78rem;width:100%}
    .top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.8rem;margin-bottom:1.1rem}
    .top input,.top select,.setting select,.setting input[type=number]{border:1px solid var(--line);background:var(--ground);
    border-radius:9px;padding:.4rem .7rem;max-width:100%}
    .top input{width:15rem}
    .cards{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.8rem;margin-bottom:1rem}
    .card,.panel{background:var(--ground);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shadow)}
    .card{padding:.8rem 1rem;display:flex;flex-direction:column;border-left:4px solid var(--line)}
    .card strong{font-size:1.6rem;line-height:1.2;font-variant-numeric:tabular-nums}.card span{color:var(--faint);font-size:.88rem}
    .card.active{border-left-color:var(--active)}.card.background{border-left-color:var(--background)}
    .card.suspended{border-left-color:var(--suspended)}
    .panel{padding:.4rem 1.1rem;overflow:hidden}

    table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
    th,td{text-align:left;font-weight:400;padding:.65rem .8rem .65rem 0;border-top:1px solid var(--line);vertical-align:middle}
    thead th{border-top:0;padding:.45rem .8rem .45rem 0}
    thead button{border:0;background:none;padding:.1rem 0;color:var(--faint);font-size:.86rem;cursor:pointer}
    thead button:hover{color:var(--ink)}
    th[aria-sort=ascending] button{color:var(--ink);font-weight:600}th[aria-sort=ascending] button::after{content:' ↓'}
    .n{text-align:right;white-space:nowrap}.n:last-child{padding-right:0}
    .apps tbody tr{cursor:pointer}.apps tbody tr:hover{background:linear-gradient(90deg,transparent,var(--hover) 3%,var(--hover) 97%,transparent)}
    .app{border:0;background:none;padding:0;text-align:left;cursor:pointer;max-width:22rem;display:block}
    .app .name{font-weight:600}.app .id{display:block;font-size:.84rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .badge{background:var(--bad);color:var(--ground);border-radius:99px;padding:0 .45em;font-size:.78rem;margin-left:.4rem}
    .state{white-space:nowrap}.state::before{content:'';display:inline-block;width:.6rem;height:.6rem;border-radius:50%;
    margin-right:.5rem;background:transparent;border:2px solid var(--faint);box-sizing:border-box}
    .state.active::before{background:var(--active);border-color:var(--active)}
    .state.inactive::before{background:var(--inactive);border-color:var(--inactive)}
    .state.background::before{background:var(--background);border-color:var(--background)}
    .state.suspended::before{background:var(--suspended);border-color:var(--suspended)}
    .since{font-size:.86rem;white-space:nowrap}
    .chip{display:inline-block;background:var(--chip);border-radius:7px;padding:.08rem .5rem;margin:.1rem .3rem .1rem 0;font-size:.88rem}
    .chip .left{color:var(--faint);margin-left:.5em;font-variant-numeric:tabular-nums}

    dialog{border:1px solid var(--line);border-radius:16px;background:var(--ground);color:inherit;width:min(40rem,92vw);
    max-height:86vh;padding:1.3rem 1.5rem;box-shadow:0 20px 60px rgba(0,0,0,.35);overflow:auto}
    dialog::backdrop{background:rgba(10,11,20,.45)}
    dialog .top{margin:0}dialog p{margin:.3rem 0}dialog ul{margin:.2rem 0;padding-left:1.2rem}
    .close{border:0;background:var(--chip);border-radius:50%;width:2rem;height:2rem;font-size:1.2rem;line-height:1;cursor:pointer}
    .log{list-style:none;margin:0;padding:0}
    .log li{display:flex;gap:.9rem;padding:.3rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
    .log li:first-child{border-top:0}
    .log time{color:var(--faint);flex:none;font-variant-numeric:tabular-nums;font-size:.9rem}
    .log .denied span,.log .waiting span{color:var(--faint)}
    .activity h2{font-size:.95rem;margin:.9rem 0 .3rem}

    .stale main{opacity:.55}

    .segments{display:flex;background:var(--chip);border-radius:10px;padding:3px}
    .segments button{border:0;background:none;border-radius:8px;padding:.25rem .8rem;cursor:pointer;white-space:nowrap}
    .segments [aria-pressed=true]{background:var(--ground);box-shadow:var(--shadow);font-weight:600}
    .timeline{padding:1rem 1.1rem}.timeline progress{width:100%;accent-color:var(--accent)}
    .timeline .told{min-height:4.5em;color:var(--faint);white-space:pre-line;margin:.6rem 0;font-size:.92rem}
    .timeline .tools{display:flex;gap:.4rem;margin-bottom:.5rem}
    .timeline .tools button{border:1px solid var(--line);background:var(--ground);border-radius:8px;min-width:2.2rem;padding:.15rem .7rem;cursor:pointer}
    .timeline .tools button:disabled{color:var(--faint);cursor:default}
    .timeline summary{cursor:pointer;color:var(--faint);margin:.4rem 0}.timeline .scroll{overflow-x:auto}
    .timeline table th,.timeline table td{padding:.3rem .9rem .3rem 0}.timeline thead th{color:var(--faint);font-size:.86rem}

    .setting{display:flex;align-items:center;justify-content:space-between;gap:1.2rem;padding:.75rem 0;border-top:1px solid var(--line)}
    .setting:first-child{border-top:0}
    .setting label{display:flex;flex-direction:column}.setting .name{font-weight:550}.setting .quiet{font-size:.88rem}
    [role=switch]{appearance:none;flex:none;width:2.9rem;height:1.7rem;border-radius:99px;background:var(--faint);position:relative;
    cursor:pointer;transition:background .15s;margin:0}
    [role=switch]::after{content:'';position:absolute;width:1.4rem;height:1.4rem;border-radius:50%;background:#fff;top:.15rem;left:.15rem;
    transition:left .15s;box-shadow:0 1px 3px rgba(0,0,0,.3)}
    [role=switch]:checked{background:var(--active)}[role=switch]:checked::after{left:1.35rem}
    @media(prefers-reduced-motion:reduce){*{transition:none!important}}

    #notice{position:fixed;left:50%;bottom:1.5rem;transform:translateX(-50%);background:var(--ground);border:1px solid var(--line);
    border-radius:12px;box-shadow:0 10px 40px rgba(0,0,0,.25);padding:.7rem 1.1rem;margin:0;max-width:min(40rem,92vw);z-index:20}
    #notice[hidden]{display:none}

    @media(max-width:46rem){
    body{display:block}
    .side{position:static;height:auto;padding:.9rem 1rem 0;display:grid;grid-template-columns:1fr auto;align-items:center}
    .brand{margin:0}.theme{margin:0;justify-self:end;grid-row:1;grid-column:2}
    .device{grid-column:1/-1;margin:0;padding:.2rem 0;display:flex;flex-wrap:wrap;gap:0 1rem}
    nav{position:fixed;left:0;right:0;bottom:0;flex-direction:row;background:var(--ground);border-top:1px solid var(--line);
    padding:.3rem .3rem calc(.3rem + env(safe-area-inset-bottom));z-index:10}
    nav a{flex:1;flex-direction:column;gap:.1rem;font-size:.75rem;padding:.35rem .2rem}
    nav a[aria-current]{background:none;color:var(--accent)}
    main{padding:.8rem 1rem 6rem}h1{font-size:1.5rem}
    .top input{width:100%}.cards{grid-template-columns:repeat(2,minmax(0,1fr));gap:.6rem}
    .card{padding:.55rem .8rem}.card strong{font-size:1.3rem}
    .apps thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .apps tbody tr{display:grid;grid-template-columns:1fr auto;gap:.1rem .8rem;padding:.7rem 0;border-top:1px solid var(--line)}
    .apps tbody tr:first-child{border-top:0}
    .apps tbody th,.apps tbody td{border:0;padding:0}
    .apps tbody th{grid-column:1}.app{max-width:none}
    .apps tbody td:nth-child(2){grid-column:2;grid-row:1;text-align:right}.apps .since{display:block}
    .reasons{grid-column:1/-1}.apps td.n{display:inline;text-align:left;color:var(--faint);font-size:.86rem}
    .apps td.n::before{content:attr(data-label) ' '}
    .segments{width:100%;overflow-x:auto}.segments button{flex:1;padding:.25rem .5rem}
    .timeline .lane>span{width:6rem}
    #notice{bottom:5rem}dialog{width:100vw;max-width:100vw;margin:auto 0 0;border-radius:16px 16px 0 0}
    }

    """
}
