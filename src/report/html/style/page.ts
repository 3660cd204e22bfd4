/** Letters, spaces and the large parts of the page. */
export const PAGE = `
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
code,pre{font-family:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
pre code{font-size:1em}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
main:focus,[tabindex="-1"]:focus{outline:none}
h1,h2,h3,h4,h5{line-height:1.25;margin:0;text-wrap:balance}
h1{font-size:1.125rem;font-weight:650;letter-spacing:-.01em}
h2{font-size:1.5rem;font-weight:650;letter-spacing:-.02em}
h3{font-size:1.125rem;font-weight:620;letter-spacing:-.01em}
h4,h5{font-size:.8125rem;font-weight:620;color:var(--muted)}
p,ul,ol,dl,figure{margin:0}
ul,ol{padding-left:1.25rem}
li+li{margin-top:.2rem}
dd{margin:0}
.masthead,main{max-width:70rem;margin:0 auto;padding:0 1.5rem}
.masthead{display:flex;gap:1rem;justify-content:space-between;align-items:flex-start;padding-top:1.5rem;padding-bottom:1.5rem}
.masthead .facts{margin-top:.5rem;color:var(--muted);font-size:.875rem}
main{padding-bottom:5rem}
main>section{margin-top:3.5rem}
main>section>h2{margin-bottom:1rem}
.lead{max-width:46rem;color:var(--muted);margin-bottom:1rem}
.muted{color:var(--muted)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999rem;background:var(--surface);padding:.5rem 1rem;z-index:1}
.skip:focus{left:1rem;top:.5rem}
.card,.failure{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1.5rem}
.card+.card,.failure+.failure{margin-top:1rem}
.card>h3{margin-bottom:.75rem}
.alert{background:var(--surface);border:1px solid var(--failed);border-left-width:5px;border-radius:10px;padding:1rem 1.25rem;margin-bottom:1rem}
.icon{width:1em;height:1em;flex:none;vertical-align:-.125em;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.badge{color:var(--c);font-size:.8125rem;font-weight:620;white-space:nowrap}
.badge .icon{margin-right:.35em}
.facts{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
.facts>div{display:flex;gap:.5em}
.facts dt{color:var(--muted)}
.verdicts{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}
.verdicts .card+.card{margin-top:0}
.verdict h2{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;font-size:1.75rem}
.verdict .variant{color:var(--muted);font-size:1rem;font-weight:500;letter-spacing:0;flex-basis:100%}
.verdict .word{color:var(--c);display:inline-flex;align-items:center;gap:.4em}
.verdict .url{color:var(--muted);font-size:.875rem;margin:.25rem 0 1.25rem}
.verdict .open{margin-bottom:.75rem}
.verdict h3{font-size:.9375rem;margin:1.25rem 0 .5rem}
.verdict .facts{display:grid;gap:.2rem;font-size:.9375rem}
.verdict .facts>div{display:grid;grid-template-columns:11.5rem 1fr}
.bar{display:block;border-radius:5px;overflow:hidden;margin-bottom:.75rem}
.bar rect{fill:var(--c);stroke:var(--surface);stroke-width:1.5}
.counts{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.9375rem;margin-bottom:1.25rem}
.counts li{display:inline-flex;align-items:center;gap:.35em;margin:0}
.counts .icon,.named .icon{color:var(--c)}
.named{list-style:none;padding:0;font-size:.9375rem}
.named li{display:flex;gap:.5em;align-items:baseline}
.named .icon{transform:translateY(.125em)}
.named a,.reasons a,.plots a,.observed a{text-decoration:none}
.named a:hover,.reasons a:hover,.plots a:hover,.observed a:hover{text-decoration:underline}
nav{margin-top:2rem;border-block:1px solid var(--line)}
nav ul{list-style:none;padding:.6rem 0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.9375rem}
nav li{margin:0}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
@media (max-width:40rem){
.masthead,main{padding-left:1rem;padding-right:1rem}
.masthead{flex-wrap:wrap}
.card,.failure{padding:1.125rem 1rem}
.verdict .facts{font-size:.875rem}
.verdict .facts>div{grid-template-columns:9.5rem 1fr}
main>section{margin-top:2.5rem}
}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`
