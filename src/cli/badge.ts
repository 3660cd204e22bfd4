import { UsageError } from '../core/usage-error.ts'
import { renderBadge, renderShields } from '../report/certificate/badge.ts'
import type { Command } from './command.ts'
import { complain } from './errors.ts'
import { certificateOf, expiry, PUBLIC_KEY } from './verify.ts'

export const badge: Command = {
  name: 'badge',
  usage: 'CERTIFICATE --public-key FILE',
  argument: 'FILE',
  summary: 'verifies a certificate and prints it as a badge',
  options: {
    ...PUBLIC_KEY,
    format: { value: 'svg|shields', help: 'shields: JSON for an endpoint badge (default: svg)' },
  },
  examples: [
    ['badge certificate.json --public-key public.pem > badge.svg', 'for a README'],
    ['badge certificate.json --public-key public.pem --format shields > badge.json', 'for shields.io/endpoint'],
  ],
  exits: [
    [0, 'the badge was printed'],
    [1, 'the certificate was modified, signed by another key, or has expired'],
    [2, 'a file cannot be used'],
  ],
  run: async (args) => {
    const { format = 'svg' } = args.values
    if (format !== 'svg' && format !== 'shields') throw new UsageError('--format takes one of svg, shields')
    const statement = certificateOf(args, 'badge')
    if (!statement) return 1
    const expired = expiry(statement)
    const { predicate } = statement
    process.stdout.write(format === 'svg' ? renderBadge(predicate) : renderShields(predicate, expired !== undefined))
    if (expired) complain(expired)
    return expired ? 1 : 0
  },
}
