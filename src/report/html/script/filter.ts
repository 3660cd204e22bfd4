/** Search and filters of the catalogue: words in any order; of the statuses none means any. */
export const FILTER = `
(() => {
  const box = document.getElementById('filters')
  const [search, level, group] = ['search', 'level', 'group'].map((id) => document.getElementById(id))
  const statuses = [...box.querySelectorAll('[name=status]')]
  const rules = [...document.querySelectorAll('details.rule')].map((item) => ({ item, text: item.textContent.toLowerCase() }))
  const apply = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
    const wanted = statuses.filter((one) => one.checked).map((one) => one.value)
    let shown = 0
    for (const { item, text } of rules) {
      const { status, level: its, group: of } = item.dataset
      const fits = (wanted.length === 0 || wanted.includes(status)) && (!level.value || level.value === its) &&
        (!group.value || group.value === of) && words.every((word) => text.includes(word))
      item.hidden = !fits
      if (fits) shown++
    }
    for (const part of document.querySelectorAll('.variant-rules')) part.hidden = !part.querySelector('details.rule:not([hidden])')
    document.getElementById('shown').textContent = shown + ' of ' + rules.length + ' rules shown'
    document.getElementById('no-match').hidden = shown > 0
  }
  const reset = () => {
    search.value = level.value = group.value = ''
    for (const one of statuses) one.checked = false
    apply()
  }
  box.addEventListener('input', apply)
  document.addEventListener('show-all', reset)
  for (const button of document.querySelectorAll('button.reset')) button.addEventListener('click', () => { reset(); search.focus() })
  box.hidden = false
  apply()
})()
`
