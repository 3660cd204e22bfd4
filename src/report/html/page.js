// @ts-check
// Runs in the pages of reports and summaries. The page reads without it: each part shows the controls that it brings to life.

/** @template {Element} E @param {string} selector @param {new () => E} type @returns {E | undefined} */
const find = (selector, type) => {
  const found = document.querySelector(selector)
  return found instanceof type ? found : undefined
}

/** @template {Element} E @param {ParentNode} within @param {string} selector @param {new () => E} type @returns {E[]} */
const findAll = (within, selector, type) =>
  [...within.querySelectorAll(selector)].flatMap((element) => (element instanceof type ? [element] : []))

/** The system's theme or a chosen one, stored where the browser stores anything for a file. */
function setUpTheme() {
  const STORED = 'tenant-conformance-theme'
  const names = ['system', 'light', 'dark']
  const button = find('#theme', HTMLButtonElement)
  if (!button) return
  const load = () => {
    try {
      return localStorage.getItem(STORED) ?? 'system'
    } catch {
      return 'system'
    }
  }
  /** @param {string} name */
  const store = (name) => {
    try {
      localStorage.setItem(STORED, name)
    } catch {}
  }
  /** @param {string} name */
  const apply = (name) => {
    if (name === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = name
    button.textContent = `Theme: ${name}`
  }
  let current = names.includes(load()) ? load() : 'system'
  button.addEventListener('click', () => {
    current = names[(names.indexOf(current) + 1) % names.length] ?? 'system'
    store(current)
    apply(current)
  })
  apply(current)
  button.hidden = false
}

/** Copies the text beside a button, and announces it to screen readers. */
function setUpCopyButtons() {
  const announcement = find('#announcement', HTMLElement)
  /** Where a page may not use the clipboard. @param {string} text */
  const copySelected = (text) => {
    const box = document.createElement('textarea')
    box.value = text
    document.body.append(box)
    box.select()
    const isCopied = document.execCommand('copy')
    box.remove()
    return isCopied
  }
  /** @param {string} text */
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return copySelected(text)
    }
  }
  /** @param {string} text */
  const announce = (text) => {
    if (announcement) announcement.textContent = text
  }
  for (const button of findAll(document, 'button.copy', HTMLButtonElement)) {
    const { what } = button.dataset
    button.setAttribute('aria-label', `Copy the ${what}`)
    button.hidden = false
    button.addEventListener('click', async () => {
      const isCopied = await copy(button.previousElementSibling?.textContent ?? '')
      button.textContent = isCopied ? 'Copied' : 'Select it by hand'
      announce(isCopied ? `Copied the ${what}` : 'It could not be copied')
      setTimeout(() => {
        button.textContent = 'Copy'
        announce('')
      }, 2000)
    })
  }
}

/** A link to a rule opens it, even when the filters hide it. */
function setUpLinks() {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    if (target.hidden) document.dispatchEvent(new Event('show-all'))
    for (let box = /** @type {HTMLElement | null} */ (target); box; box = box.parentElement)
      if (box instanceof HTMLDetailsElement) box.open = true
    target.scrollIntoView()
    const focused = target instanceof HTMLDetailsElement ? target.firstElementChild : target
    if (!(focused instanceof HTMLElement)) return
    if (!focused.matches('summary, a, button, input, [tabindex]')) focused.tabIndex = -1
    focused.focus({ preventScroll: true })
  }
  addEventListener('hashchange', open)
  addEventListener('DOMContentLoaded', open)
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null
    if (link instanceof HTMLAnchorElement && link.hash === location.hash) open()
  })
}

/** Search and filters of the rules: words in any order; no status checked means any status. */
function setUpFilters() {
  const box = find('#filters', HTMLElement)
  const search = find('#search', HTMLInputElement)
  const [level, group] = [find('#level', HTMLSelectElement), find('#group', HTMLSelectElement)]
  const [shown, noMatch] = [find('#shown', HTMLElement), find('#no-match', HTMLElement)]
  if (!box || !search || !level || !group || !shown || !noMatch) return
  const statuses = findAll(box, '[name=status]', HTMLInputElement)
  const rules = findAll(document, 'details.rule', HTMLDetailsElement).map((item) => ({
    item,
    text: (item.textContent ?? '').toLowerCase(),
  }))
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const wanted = statuses.filter(({ checked }) => checked).map(({ value }) => value)
    for (const { item, text } of rules) {
      const { status = '', level: ownLevel, group: ownGroup } = item.dataset
      item.hidden = !(
        (wanted.length === 0 || wanted.includes(status)) &&
        (!level.value || level.value === ownLevel) &&
        (!group.value || group.value === ownGroup) &&
        words.every((word) => text.includes(word))
      )
    }
    for (const part of findAll(document, '.variant-rules', HTMLElement))
      part.hidden = !part.querySelector('details.rule:not([hidden])')
    const count = rules.filter(({ item }) => !item.hidden).length
    shown.textContent = `${count} of ${rules.length} rules shown`
    noMatch.hidden = count > 0
  }
  const reset = () => {
    search.value = level.value = group.value = ''
    for (const status of statuses) status.checked = false
    apply()
  }
  box.addEventListener('input', apply)
  document.addEventListener('show-all', reset)
  for (const button of findAll(document, 'button.reset', HTMLButtonElement))
    button.addEventListener('click', () => {
      reset()
      search.focus()
    })
  box.hidden = false
  apply()
}

setUpTheme()
setUpCopyButtons()
setUpLinks()
setUpFilters()
