/** Tables, and the plots in their cells. */
export const PLOTS = `
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{text-align:left;color:var(--muted);font-size:.875rem;padding:.25rem 0 .5rem}
th,td{text-align:left;vertical-align:baseline;padding:.4rem .75rem .4rem 0;font-weight:400}
thead th{font-size:.8125rem;font-weight:620;color:var(--muted);border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid var(--line)}
.observed{background:var(--surface);border:1px solid var(--line);border-radius:10px;border-collapse:separate;border-spacing:0;padding:.5rem 1.25rem}
.observed+.observed{margin-top:1rem}
.observed caption{font-weight:620;color:var(--text);font-size:1.125rem}
.observed tbody th{width:42%}
.seen>div{display:grid;grid-template-columns:minmax(6rem,35%) 1fr;gap:.5rem}
.seen dt{color:var(--muted)}
.pair{display:inline-block;margin-right:.75rem}
.plots{table-layout:fixed}
.plots th:first-child{width:27%}
.plots.cost th:nth-child(2){width:30%}
.plots.timing th:last-child{width:7rem}
.plots td,.plots tbody th{vertical-align:middle;padding-block:.25rem}
.plots tfoot td{border-top:1px solid var(--line);padding-top:0}
.figure{font-size:.8125rem;color:var(--muted);font-variant-numeric:tabular-nums;line-height:1.2}
.cell{display:grid;grid-template-columns:1fr var(--words,8.5rem);gap:.75rem;align-items:center}
.cell.narrow{--words:3rem}
.cell.wide{--words:12rem}
.plot{display:block;overflow:visible}
.plot text{font-size:.6875rem;fill:var(--muted)}
.plot .fill{fill:var(--observed)}
.plot .dot{fill:var(--observed)}
.plot .found{fill:var(--failed)}
.plot line{stroke:var(--observed)}
.plot .grid{stroke:var(--line)}
.plot .zero{stroke:var(--strong)}
.plot .range{stroke-width:2}
.plot .tick{stroke-width:2}
.plot .whisker{stroke-width:1.25}
.plot .open{stroke-width:1.25;stroke-dasharray:3 3;opacity:.6}
.timing .range{stroke-width:4;opacity:.55}
.plot .box{stroke-width:13}
.plot .median{stroke:var(--text);stroke-width:2}
@media (max-width:40rem){
.plots.cost tr{display:grid;grid-template-columns:2fr 3fr}
.plots.timing tr{display:grid;grid-template-columns:1fr 5rem}
.plots tbody th{grid-column:1/-1;padding-bottom:0}
.plots tbody tr+tr>*{border-top:0}
.plots tbody tr+tr{border-top:1px solid var(--line)}
.plots thead th:first-child,.plots tfoot td:first-child{display:none}
.plots th,.plots td,.plots.cost th:nth-child(2),.plots.timing th:last-child,.plots th:first-child{width:auto}
.cell{grid-template-columns:1fr;gap:0}
.plots,.observed{font-size:.875rem}
.observed{padding:.5rem 1rem}
.observed tbody tr,.seen>div{display:block}
.observed thead{display:none}
.observed tbody th,.observed tbody td{display:block;width:auto;border:0}
.observed tbody th{padding-bottom:0}
.observed tbody tr+tr{border-top:1px solid var(--line)}
}
`
