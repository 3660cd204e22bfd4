import { ORDER } from '../status.ts'

const LIGHT = {
  page: '#faf9f7',
  surface: '#ffffff',
  sunken: '#f4f2ee',
  text: '#1e1d1b',
  muted: '#5d5a54',
  line: '#e3dfd8',
  strong: '#8c877e',
  link: '#1d4f91',
  failed: '#a8231b',
  warned: '#8a4b00',
  inconclusive: '#6a3ba3',
  blocked: '#4c5a68',
  skipped: '#5d5a54',
  expected: '#7a4a26',
  passed: '#17693a',
  observed: '#1d5c99',
}

const DARK: typeof LIGHT = {
  page: '#161617',
  surface: '#1e1e20',
  sunken: '#26262a',
  text: '#e9e7e3',
  muted: '#aaa69f',
  line: '#37373b',
  strong: '#7d7a75',
  link: '#9cc3f5',
  failed: '#ff948a',
  warned: '#f2b866',
  inconclusive: '#c9a9f3',
  blocked: '#a9b8c6',
  skipped: '#aaa69f',
  expected: '#dcb187',
  passed: '#7bd49a',
  observed: '#8cbff4',
}

const names = (palette: typeof LIGHT): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')

/** The system's theme, unless one was chosen. Paper is light. */
export const PALETTE = `
:root{color-scheme:light;${names(LIGHT)}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${names(DARK)}}}
@media screen{:root[data-theme=dark]{color-scheme:dark;${names(DARK)}}}
${ORDER.map((status) => `[data-status=${status}]{--c:var(--${status})}`).join('')}
`
