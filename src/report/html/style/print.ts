/** On paper: what is open is printed, and nothing that can only be clicked. */
export const PRINT = `
@media print{
body{font-size:10pt;background:#fff}
.masthead,main{max-width:none;padding:0}
nav,#filters,button,.skip,#no-match{display:none!important}
.card,.failure,.rules,.observed{border-color:#bbb;break-inside:auto}
.failure{border-left-color:var(--c)}
.failure header,.sides,.part>h4,h2,h3{break-after:avoid}
.sides,.difference div,.rule>summary,tr,.reasons>div{break-inside:avoid}
pre{max-height:none;border:1px solid #ccc}
main>section{margin-top:1.5rem}
svg,mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`
