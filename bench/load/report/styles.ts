/** Style sheet of the report. `light-dark` follows the color scheme of the reader's system. */
export const styles = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e8eaed); --soft: light-dark(#57606a, #a5adb8); --page: light-dark(#fff, #14171b);
  --line: light-dark(#d8dee4, #343a43); --good: light-dark(#116329, #6fd38a); --bad: light-dark(#b3261e, #ff9a92);
  --s0: light-dark(#6e7781, #9aa4b0); --s1: light-dark(#0b57d0, #8ab4f8); --s2: light-dark(#9a4a00, #ffb870); --s3: light-dark(#b3261e, #ff9a92); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 20px 16px 48px; max-width: 1000px; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 4px; }
h2 { font-size: 1.15rem; margin: 32px 0 8px; }
p, li { max-width: 75ch; }
.soft, figcaption + svg text { color: var(--soft); }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.key { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 16px 0; padding: 0; list-style: none; }
.key b { display: block; font-size: 1.4rem; line-height: 1.2; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 24px; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; }
figure > svg { display: block; width: 100%; height: auto; }
svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
.grid { stroke: var(--line); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.s0 { stroke: var(--s0); stroke-dasharray: 5 4; } .s1 { stroke: var(--s1); } .s2 { stroke: var(--s2); stroke-dasharray: 1 4; } .s3 { stroke: var(--s3); stroke-dasharray: 8 4; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 0; padding: 0; list-style: none; font-size: .85rem; }
.legend svg { width: 22px; height: 8px; margin-right: 6px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: 4px 12px 4px 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
`;
