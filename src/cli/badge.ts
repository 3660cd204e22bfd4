import { renderBadge } from '../certificate/badge.ts'
import type { Command } from './command.ts'
import { certificateOf, PUBLIC_KEY } from './verify.ts'

export const badge: Command = {
  name: 'badge',
  usage: 'CERTIFICATE --public-key FILE',
  summary: 'prints an SVG badge of what a certificate says, once it is checked',
  options: PUBLIC_KEY,
  run: async (args) => {
    const statement = certificateOf(args, 'badge')
    if (!statement) return 1
    process.stdout.write(renderBadge(statement.predicate))
    return 0
  },
}
