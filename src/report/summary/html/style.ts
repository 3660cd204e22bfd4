import { STYLE } from '../../html/style.ts'

/** The look of a report, and of a matrix in it: names upright above narrow columns, rules at the left whatever is scrolled. */
export const SUMMARY_STYLE = `${STYLE}
.scroll{position:relative;overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:10px}
.scroll+.scroll{margin-top:1rem}
.fleet{border-collapse:separate;border-spacing:0}
.fleet caption{padding:.75rem 1rem;color:var(--text);font-weight:620;font-size:1.125rem}
.fleet th,.fleet td{padding:.4rem .75rem;border-top:1px solid var(--line)}
.fleet thead th{border-top:0}
.fleet tbody tr+tr>*{border-top:1px solid var(--line)}
.fleet tr>:first-child{position:sticky;left:0;background:var(--surface);z-index:1;padding-left:1rem}
.matrix{width:auto;min-width:100%}
.matrix thead th{vertical-align:bottom}
.matrix thead th+th{text-align:center}
.matrix thead th+th>span{writing-mode:vertical-rl;rotate:180deg;max-height:14rem;display:inline-block;text-align:left}
.matrix td{text-align:center;vertical-align:middle;color:var(--c)}
.matrix.many th+th,.matrix.many td{padding-inline:.35rem}
.matrix thead .icon{display:block;margin:.35rem auto 0;color:var(--c)}
.matrix td .icon{width:1.25em;height:1.25em}
.matrix td.held{opacity:.65}
.matrix tbody th{min-width:min(22rem,55vw)}
.matrix.few thead th+th>span{writing-mode:horizontal-tb;rotate:none}
.runs td,.runs tbody th{vertical-align:top}
.fleet thead th{overflow-wrap:normal}
.runs tbody th{min-width:6rem}
.runs td:nth-child(3){min-width:12rem}
.seen-by td{min-width:16rem}
.runs .who{min-width:8rem}
.seen-by thead th:first-child{width:34%}
.runs .numbers{font-variant-numeric:tabular-nums;white-space:nowrap}
.who{font-size:.875rem}
.shares>div{padding:.15rem 0}
.shares dt{display:inline}
.shares dd{display:inline;color:var(--muted);margin-left:.5rem;font-size:.875rem}
.shares .badge{margin-right:.35rem}
.about{margin:.35rem 0 0;font-size:.875rem;color:var(--muted)}
.group,section>.scroll{margin-top:1.5rem}
.group>h3{margin-bottom:.5rem}
.alert dl{margin-top:.35rem}
@media (max-width:40rem){
.fleet{font-size:.875rem}
.fleet tr>:first-child{position:static}
}
@media print{.scroll{overflow:visible}.fleet tr>:first-child{position:static}}
`
