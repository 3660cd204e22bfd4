// Plain JavaScript with its types beside it: the same file serves the checkout and the installed package.

export const defineControl = (control) => control

export class ControlRefused extends Error {
  name = 'ControlRefused'
}
