import type { Handler } from '../../core/handler.ts'
import type { CertifyOptions } from '../api/certify-options.ts'

/**
 * Registers one test per rule in a test file of your project. The rules run live; after the last, the same report as that of
 * `tenant-conformance run` is written to `conformance-report`, or to `options.out`.
 *
 * Without arguments the settings come from the environment and `.env`, as for the command. With a base URL or a handler, they are
 * those of `certify`.
 *
 * @example
 * import { conformance } from 'tenant-api-conformance/vitest'
 * await conformance(app.fetch, { settings: { TENANT_A_KEY: key } })
 */
export declare function conformance(target?: string | URL | Handler, options?: CertifyOptions): Promise<void>
