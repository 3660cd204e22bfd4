/** The system's theme, or the one that was chosen: kept where the browser keeps anything for a file. */
export const THEME = `
(() => {
  const names = ['system', 'light', 'dark']
  const button = document.getElementById('theme')
  const kept = () => { try { return localStorage.getItem('tenant-conformance-theme') } catch { return null } }
  const keep = (name) => { try { localStorage.setItem('tenant-conformance-theme', name) } catch {} }
  const show = (name) => {
    if (name === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = name
    button.textContent = 'Theme: ' + name
  }
  let name = names.includes(kept()) ? kept() : 'system'
  button.addEventListener('click', () => {
    name = names[(names.indexOf(name) + 1) % names.length]
    keep(name)
    show(name)
  })
  show(name)
  button.hidden = false
})()
`
