import { renderBadge } from '../report/certificate/badge.ts'
import type { Command } from './command.ts'
import { complain } from './errors.ts'
import { certificateOf, expiry, PUBLIC_KEY } from './verify.ts'

export const badge: Command = {
  name: 'badge',
  usage: 'CERTIFICATE --public-key FILE',
  argument: 'FILE',
  summary: 'verifies a certificate and prints it as an SVG badge',
  options: PUBLIC_KEY,
  examples: [['badge certificate.json --public-key public.pem > badge.svg', 'for a README']],
  exits: [
    [0, 'the badge was printed'],
    [1, 'the certificate was modified, signed by another key, or has expired'],
    [2, 'a file cannot be used'],
  ],
  run: async (args) => {
    const statement = certificateOf(args, 'badge')
    if (!statement) return 1
    process.stdout.write(renderBadge(statement.predicate))
    const expired = expiry(statement)
    if (expired) complain(expired)
    return expired ? 1 : 0
  },
}
