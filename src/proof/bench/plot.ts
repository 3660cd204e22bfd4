/** Steps that rise from left to right. */
export interface Line {
  readonly name: string
  /** `y` from 0 to 1. */
  readonly points: readonly (readonly [x: number, y: number])[]
}

const WIDTH = 760
const HEIGHT = 400
const LEFT = 60
const TOP = 20
const COLOURS = ['#0b6e4f', '#1f4e9c', '#b3541e', '#6b2d90']

/** An SVG of the lines; its x axis is a square root, since most happens early. */
export function plot(lines: readonly Line[], { x: across, y: up }: { x: string; y: string }): string {
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(([x]) => x)))
  const x = (value: number) => LEFT + Math.sqrt(value / most) * (WIDTH - LEFT - 20)
  const y = (value: number) => TOP + (1 - value) * (HEIGHT - TOP - 50)
  const paths = lines.map(({ points }, i) => {
    const steps = points.map(([px, py]) => `H${x(px).toFixed(1)}V${y(py).toFixed(1)}`).join('')
    return `<path d="M${x(0)} ${y(0)}${steps}" fill="none" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="2"/>`
  })
  const names = lines.map(({ name }, i) =>
    text(WIDTH - 20, y(0.3 - i * 0.06), name, 'end', COLOURS[i % COLOURS.length]),
  )
  const marks = [10, 50, 100, 200, 500, 1000, 2000].filter((value) => value <= most)
  const xAxis = marks.map(
    (value) => `${rule(x(value), y(0), x(value), y(1))}${text(x(value), y(0) + 16, `${value}`, 'middle')}`,
  )
  const shares = [0, 0.25, 0.5, 0.75, 1]
  const yAxis = shares.map(
    (share) =>
      `${rule(LEFT, y(share), WIDTH - 20, y(share))}${text(LEFT - 6, y(share) + 4, `${share * 100} %`, 'end')}`,
  )
  const titles = [text(WIDTH / 2, HEIGHT - 8, across, 'middle'), text(LEFT, TOP - 6, up, 'start')]
  const parts = ['<rect width="100%" height="100%" fill="white"/>', ...xAxis, ...yAxis, ...paths, ...names, ...titles]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">\n${parts.join('\n')}\n</svg>\n`
}

const rule = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ddd"/>`

const text = (x: number, y: number, content: string, anchor: string, fill = '#333'): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}">${content.replaceAll('<', '&lt;')}</text>`
