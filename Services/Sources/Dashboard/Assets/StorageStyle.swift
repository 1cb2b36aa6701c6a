extension Stylesheet {
  /// The style of the storage page only, and of the settings that an administrator fixes.
  static let storage = """
    .parts{display:flex;flex-direction:column;gap:1rem}.parts>.panel{padding:1rem 1.2rem}
    .parts .top{margin:0 0 .3rem}.under-way{margin:0 .3rem}.under-way p{margin:0}.under-way progress{width:100%;accent-color:var(--accent)}
    .whole{display:block;width:100%;margin:.5rem 0;border-radius:4px}.part .whole{margin:.25rem 0 0;border-radius:3px}
    .whole .ground{fill:var(--chip)}.used{fill:var(--faint)}.whole rect:not(.ground){stroke:var(--ground);stroke-width:1}
    .bundle{fill:var(--accent)}.data{fill:var(--background)}.caches{fill:var(--inactive)}.downloads{fill:var(--active)}.log{fill:var(--suspended)}
    .sizes .name{font-weight:600}.sizes .id{display:block;font-size:.84rem;overflow-wrap:anywhere}
    .sizes .note{margin:.2rem 0 0;font-size:.84rem;max-width:26rem}.sizes .act{text-align:right;white-space:nowrap;padding-right:0}
    .remedy .sure{border-color:var(--bad);color:var(--bad);font-weight:600}
    dialog.ask{width:min(32rem,92vw)}dialog.ask p{margin:.6rem 0}dialog.ask .remedy{justify-content:flex-end;margin-bottom:0}

    .setting .why{font-size:.88rem;font-weight:550;margin-top:.15rem;overflow-wrap:anywhere}
    .setting.fixed select:disabled,.setting.fixed input:disabled{opacity:.6;cursor:not-allowed}

    @media(max-width:46rem){
    .parts>.panel{padding:.8rem .9rem}.sizes thead{position:absolute}
    .usage tbody td.act{flex:1 0 100%;border:0;padding:.15rem 0 0;text-align:left}.usage tbody td.act:empty{display:none}
    dialog.ask{width:100vw}
    }

    """
}
