extension Assets {
  static let style = """
    :root {
      color-scheme: light dark;
      scroll-padding-block: 4rem;
      --back: light-dark(#fbfaf8, #16181b);
      --face: light-dark(#ffffff, #1f2226);
      --text: light-dark(#1d2126, #e7e9ec);
      --quiet: light-dark(#5b6470, #a3abb5);
      --line: light-dark(#dfe1e5, #363b42);
      --pro: light-dark(#146c43, #6fd3a0);
      --con: light-dark(#a32f2f, #f09a94);
      --accent: light-dark(#2456a6, #8fb8ff);
      --new: light-dark(#fff4cc, #3d3517);
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--back); color: var(--text);
      font: 16px/1.5 system-ui, sans-serif;
    }
    nav { display: flex; flex-wrap: wrap; align-items: center; gap: 1.25rem; padding: .75rem calc(max(0px, (100% - 76rem) / 2) + clamp(1rem, 4vw, 3rem)); border-bottom: 1px solid var(--line); }
    main { max-width: 76rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; }
    main > section { margin-top: 1.5rem; }
    main > :first-child { margin-top: 0; }
    a { color: var(--accent); text-underline-offset: .2em; text-decoration-color: color-mix(in srgb, currentcolor 40%, transparent); }
    a:hover { text-decoration-color: currentcolor; }
    nav a { text-decoration: none; }
    nav a[aria-current] { font-weight: 600; text-decoration: underline; text-underline-offset: .4em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
    h1 { font-size: clamp(1.5rem, 1.1rem + 2vw, 2.25rem); line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; text-wrap: balance; }
    .call h1 { font-size: 1.5rem; }
    h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
    section > h2:first-child, .deciding > :first-child { margin-top: 0; }
    section > :last-child, .box > :last-child { margin-bottom: 0; }
    h3 { font-size: 1rem; margin: 0 0 .5rem; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { padding: .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    li:first-child { border-top: 0; }
    li:is(.done, .resolved, .withdrawn), li:is(.done, .resolved, .withdrawn) a { color: var(--quiet); }
    li p { margin: .15rem 0 0; color: var(--quiet); }
    .notes, .empty, .line { color: var(--quiet); }
    .notes { display: block; font-size: .875rem; }
    li:has(> .weight) { position: relative; padding-inline-end: 3rem; }
    li > .weight { position: absolute; inset-block-start: .5rem; inset-inline-end: 0; min-width: 2rem; padding: 0 .4rem; text-align: center; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; }
    .links { display: block; font-size: .875rem; }
    .links + .sides { margin-top: .75rem; }
    .line { margin: 0 0 .5rem; }
    meter { appearance: none; display: block; width: min(24rem, 100%); height: .5rem; margin: .4rem 0; border-radius: 1rem; overflow: hidden; background: var(--con); }
    meter::-webkit-meter-bar { grid-row: 1 / -1; height: 100%; border: 0; background: none; }
    meter::-webkit-meter-optimum-value { height: 100%; background: var(--pro); }
    meter::-moz-meter-bar { background: var(--pro); }
    .decision { font-weight: 600; margin: .75rem 0; padding: .6rem .9rem; border-inline-start: 4px solid var(--accent); background: var(--face); }
    .decision.decided { border-color: var(--pro); }
    .decision.dropped, .decision.superseded { border-color: var(--quiet); }
    blockquote { margin: 0 0 1rem; padding-inline-start: 1rem; color: var(--quiet); border-inline-start: 2px solid var(--line); }
    .alert { color: var(--con); border: 1px solid; border-radius: .4rem; padding: .5rem .75rem; }
    .question { font-size: 1.1rem; }
    .sides, .panes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1.25rem; }
    .sides > section, .panes > section, .deciding, .board { background: var(--face); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; }
    .board { background: none; border: 0; padding: 0; margin: 1.25rem 0; }
    .panes { grid-template-columns: repeat(auto-fit, minmax(max(min(22rem, 100%), 40%), 1fr)); }
    .panes > section:has(th) { grid-column: 1 / -1; }
    .deciding { margin-top: 1.25rem; }
    .deciding:empty { display: none; }
    .pros :is(h2, h3) { color: var(--pro); }
    .cons :is(h2, h3) { color: var(--con); }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; }
    th, td { text-align: start; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0; }
    dt { color: var(--quiet); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .new { background: var(--new); transition: background .3s; }
    form { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem; margin: .75rem 0; max-width: 44rem; }
    form > label { flex: 1 1 14rem; }
    form > label:has(input[type="number"]) { flex: 0 1 5rem; }
    form > label:has(textarea), .call form > label, form > label:has(~ label ~ label input[type="date"]) { flex-basis: 100%; }
    form > .alert { flex-basis: 100%; margin: 0; }
    form:not(:has(label)) { display: inline-flex; margin: .25rem .6rem .25rem 0; }
    nav form:not(:has(label)) { align-items: center; margin: 0 0 0 auto; }
    form[action="/login"] { max-width: 20rem; }
    label { display: grid; gap: .2rem; font-size: .875rem; color: var(--quiet); }
    input, select, textarea, button { font: inherit; font-size: 1rem; color: var(--text); background: var(--back); border: 1px solid var(--quiet); border-radius: .35rem; padding: .35rem .6rem; min-height: 2.5rem; max-width: 100%; width: 100%; }
    button { background: var(--accent); color: var(--back); border-color: transparent; width: auto; justify-self: start; cursor: pointer; font-weight: 600; }
    form + form:not(:has(label)) button, nav button { background: none; color: var(--accent); border-color: currentcolor; }
    #draft textarea { min-height: 14rem; }
    details { margin: .5rem 0; }
    summary { cursor: pointer; color: var(--accent); }
    .more { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; }
    #news { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
    .notices { position: fixed; inset-inline: 0; bottom: 0; background: var(--new); text-align: center; }
    .notices p { margin: 0; }
    .notices p:not(:empty) { padding: .6rem 1rem; }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
    .drop { box-shadow: inset 0 3px var(--accent); }
    dialog { max-width: min(46rem, 92vw); border: 1px solid var(--line); border-radius: .5rem; background: var(--face); color: inherit; }
    dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
    dialog dt { font-family: ui-monospace, monospace; font-weight: 600; }
    dialog dd { margin: 0; }
    @media print { nav, form, details, .more, .notices { display: none; } body { background: #fff; color: #000; } }
    """
}
