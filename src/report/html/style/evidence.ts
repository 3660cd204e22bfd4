/** Failures, exchanges, differences, explanations. */
export const EVIDENCE = `
.failure{border-left:5px solid var(--c)}
.eyebrow{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;font-size:.875rem;color:var(--muted);margin-bottom:.35rem}
.failure h3{font-size:1.25rem;max-width:52rem}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.75rem;margin-top:1rem}
.side{border-left:3px solid var(--side);background:var(--sunken);border-radius:4px 8px 8px 4px;padding:.75rem 1rem}
.side h4{color:var(--side)}
.expected{--side:var(--passed)}
.actual{--side:var(--failed)}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2rem}
.part{margin-top:1.25rem}
.part>h4{margin-bottom:.3rem}
.inside>.part:first-child{margin-top:.25rem}
.note{background:var(--sunken);border-radius:8px;padding:.6rem .9rem;margin-top:.75rem}
.label{font-size:.875rem;margin-top:.5rem}
pre{background:var(--sunken);border-radius:8px;padding:.75rem 1rem;margin:.35rem 0;white-space:pre-wrap;line-height:1.45;font-size:.8125rem}
.difference{margin-top:1rem}
.difference figcaption{font-size:.9375rem;font-weight:620;margin-bottom:.35rem}
.difference div+div{margin-top:.5rem}
mark{background:color-mix(in srgb,var(--warned) 28%,transparent);color:inherit;border-bottom:2px solid var(--warned);padding:.05em 0}
mark.gap{border-left:2px solid var(--warned);border-bottom:0}
.steps code{white-space:pre-wrap}
details>summary{cursor:pointer}
.exchange{border-top:1px solid var(--line);padding:.5rem 0}
.exchange:last-child{border-bottom:1px solid var(--line)}
.exchange summary{font-size:.9375rem}
.exchange pre[tabindex]{max-height:26rem;overflow:auto}
.exchange h5{margin-top:.75rem}
.exchange .n{color:var(--muted);font-variant-numeric:tabular-nums}
.more{margin-top:1rem}
.more>summary{color:var(--link);width:fit-content}
.reasons>div,.legend>div{padding:.5rem 0;border-top:1px solid var(--line)}
.reasons dt{font-weight:500}
.reasons dd{color:var(--muted);font-size:.9375rem}
.reasons dd a{margin-right:.5rem;display:inline-block}
.legend>div{display:grid;grid-template-columns:8rem 1fr;gap:.5rem}
.legend{max-width:46rem;margin-top:.5rem}
#about h3{margin:1.5rem 0 .35rem}
`
