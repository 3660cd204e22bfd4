// Plain JavaScript that old Nodes can read, so that they get a sentence instead of a syntax error.
const OLDEST = [22, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])

/** Why this Node cannot be used, if so. */
export const problem =
  isOld &&
  `needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}; in a project, npx finds a newer one after: npm install --save-dev node@24`
