/** Copies the text beside a button, and says so to ears as well. */
export const COPY = `
(() => {
  const said = document.getElementById('said')
  const selected = (text) => {
    const box = document.createElement('textarea')
    box.value = text
    document.body.append(box)
    box.select()
    const done = document.execCommand('copy')
    box.remove()
    if (!done) throw new Error('not copied')
  }
  const copy = async (text) => {
    try { await navigator.clipboard.writeText(text) } catch { selected(text) }
  }
  for (const button of document.querySelectorAll('button.copy')) {
    button.setAttribute('aria-label', 'Copy the ' + button.dataset.what)
    button.hidden = false
    button.addEventListener('click', async () => {
      const done = await copy(button.previousElementSibling.textContent).then(() => true, () => false)
      button.textContent = done ? 'Copied' : 'Select it by hand'
      said.textContent = done ? 'Copied the ' + button.dataset.what : 'It could not be copied'
      setTimeout(() => { button.textContent = 'Copy'; said.textContent = '' }, 2000)
    })
  }
})()
`
