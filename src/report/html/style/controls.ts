/** Buttons, the catalogue and its filters. */
export const CONTROLS = `
button,select,input[type=search]{font:inherit;font-size:.9375rem;color:inherit;background:var(--surface);border:1px solid var(--strong);border-radius:7px;padding:.35rem .7rem;min-height:2.25rem}
button{cursor:pointer}
button:hover{background:var(--sunken)}
[hidden]{display:none!important}
#theme{flex:none;font-size:.875rem}
.copyable{display:flex;gap:.5rem;align-items:flex-start;margin:.35rem 0}
.copyable pre{flex:1;min-width:0;margin:0}
.copyable button{flex:none;font-size:.875rem}
#filters{display:grid;grid-template-columns:minmax(0,1fr) auto auto;gap:.75rem;align-items:end;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1rem;margin-bottom:1rem}
#filters>p,#filters fieldset{grid-column:1/-1}
#filters>p{display:flex;gap:1rem;align-items:center;justify-content:space-between;font-size:.9375rem}
.field{display:grid;gap:.2rem;font-size:.8125rem;color:var(--muted);font-weight:500}
.field select,.field input{width:100%;color:var(--text);font-weight:400}
fieldset{border:0;padding:0;margin:0;min-width:0;display:flex;flex-wrap:wrap;gap:.4rem}
legend{font-size:.8125rem;color:var(--muted);font-weight:500;padding:0;margin-bottom:.25rem}
.chip{display:inline-flex;align-items:center;gap:.4em;border:1px solid var(--strong);border-radius:99px;padding:.25rem .8rem;font-size:.875rem;cursor:pointer}
.chip .icon{color:var(--c)}
.chip input{accent-color:var(--c);margin:0}
.chip:has(:checked){border-color:var(--c);box-shadow:inset 0 0 0 1px var(--c)}
.chip:has(:focus-visible){outline:2px solid var(--link);outline-offset:2px}
.variant-rules+.variant-rules{margin-top:2rem}
.variant-rules>h3{margin-bottom:.5rem}
.rules{background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow:clip}
.rule+.rule{border-top:1px solid var(--line)}
.rule>summary{display:grid;grid-template-columns:1rem 7rem minmax(0,1fr) minmax(0,21rem);gap:.1rem .5rem;align-items:baseline;padding:.55rem 1rem;list-style:none}
.rule>summary::-webkit-details-marker{display:none}
.rule>summary::before{content:"›"/"";color:var(--muted);font-size:1.25em;line-height:1}
.rule[open]>summary::before{rotate:90deg}
.rule>summary:hover,.rule[open]>summary{background:var(--sunken)}
.rule>summary:focus-visible{outline-offset:-2px}
.rule .id{font-size:.875rem;text-align:right}
.rule .inside{padding:.75rem 1rem 1.25rem 1rem;margin-left:8.9rem;max-width:48rem}
.rule .facts{font-size:.9375rem;margin-top:.5rem}
@media (max-width:52rem){
.rule>summary{grid-template-columns:1rem 7rem minmax(0,1fr)}
.rule .id{grid-column:3;text-align:left}
.rule .inside{margin-left:0}
}
@media (max-width:40rem){
#filters{grid-template-columns:1fr 1fr}
#filters .wide{grid-column:1/-1}
.rule>summary{grid-template-columns:1rem minmax(0,1fr)}
.rule .title,.rule .id{grid-column:2}
.copyable{flex-direction:column}
.copyable pre{width:100%}
}
`
