/** A link to a rule opens it, also where the filter hides it. */
export const OPEN = `
(() => {
  const open = () => {
    const id = decodeURIComponent(location.hash.slice(1))
    const found = id && document.getElementById(id)
    if (!found) return
    if (found.hidden) document.dispatchEvent(new Event('show-all'))
    for (let box = found; box; box = box.parentElement) if (box.tagName === 'DETAILS') box.open = true
    found.scrollIntoView()
    const first = found.tagName === 'DETAILS' ? found.firstElementChild : found
    if (!first.matches('summary, a, button, input, [tabindex]')) first.tabIndex = -1
    first.focus({ preventScroll: true })
  }
  addEventListener('hashchange', open)
  addEventListener('DOMContentLoaded', open)
  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]')
    if (link && link.hash === location.hash) open()
  })
})()
`
