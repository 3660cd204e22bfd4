import { REPORTERS, USUAL_REPORTERS } from '../config/options.ts'
import type { Options } from './args.ts'

export const RUN_OPTIONS: Options = {
  variant: { type: 'string', multiple: true, value: 'a|b', help: 'repeatable (default: each that has a base URL)' },
  demo: { type: 'boolean', help: 'ignore the settings and test the bundled reference server' },
  'base-url': { type: 'string', value: 'URL', help: 'with one --variant: over TENANT_A_BASE_URL or TENANT_B_BASE_URL' },
  'allow-http': { type: 'boolean', help: 'send keys over http:// to another machine, too (TENANT_ALLOW_HTTP=true)' },
  'env-file': { type: 'string', value: 'FILE', help: 'settings; the environment wins over them (default: .env)' },
  depth: {
    type: 'string',
    value: 'quick|standard|exhaustive',
    help: 'how many cases each rule tries (default: standard)',
  },
  rule: {
    type: 'string',
    multiple: true,
    value: 'PATTERN',
    help: 'only rules whose id matches; * stands for anything; repeatable',
  },
  seed: { type: 'string', value: 'N', help: 'try the same cases again (default: a new one each time)' },
  concurrency: { type: 'string', value: 'N', help: 'requests under way at once (default: 16)' },
  rate: { type: 'string', value: 'N', help: 'requests per second (default: unlimited on loopback, 50 elsewhere)' },
  timeout: {
    type: 'string',
    value: 'MS',
    help: 'for one request with its answer; 10s is understood, too (default: 10000)',
  },
  deadline: {
    type: 'string',
    value: 'TIME',
    help: 'for the whole run: 90s, 5m, 1h; then nothing more is sent, and what is known is reported',
  },
  'max-requests': { type: 'string', value: 'N', help: 'send at most so many to each target, what tells most first' },
  strict: { type: 'boolean', help: 'warnings fail the run, too' },
  'require-complete': { type: 'boolean', help: 'exit 1 when any rule was not tried' },
  'no-timing': { type: 'boolean', help: 'leave out rules that measure time' },
  out: { type: 'string', value: 'DIR', help: 'where the report is written (default: conformance-report)' },
  reporter: {
    type: 'string',
    multiple: true,
    value: REPORTERS.join('|'),
    help: `repeatable (default: ${USUAL_REPORTERS.join(', ')}; report.json is always written)`,
  },
  control: {
    type: 'string',
    value: 'FILE|manual',
    help: 'module that does what the admin UI does (see init --control); manual: you are asked to do it',
  },
  catalogue: { type: 'string', value: 'N', help: 'revision of the catalogue to certify against (default: the latest)' },
  expect: { type: 'string', value: 'FILE', help: 'failures that are accepted, each with a reason (YAML or JSON)' },
  baseline: {
    type: 'string',
    value: 'FILE',
    help: 'an earlier report: say what changed since, and exit 1 for a regression',
  },
  'write-expect': {
    type: 'string',
    value: 'FILE',
    help: 'write such a file of what fails; reasons are for you to fill in',
  },
  certificate: {
    type: 'string',
    value: 'FILE',
    help: 'write a signed certificate (in-toto, DSSE) when the deployment conforms',
  },
  'sign-key': { type: 'string', value: 'FILE', help: 'Ed25519 key in PEM that signs the certificate' },
  subject: {
    type: 'string',
    value: 'sha256:HEX|gitCommit:HEX|IMAGE@sha256:HEX',
    help: 'digest of the deployed artifact; required for a certificate',
  },
  partial: {
    type: 'boolean',
    help: 'issue a certificate even when rules were not decided; its result is WARNED',
  },
  'valid-days': { type: 'string', value: 'N', help: 'how long the certificate holds (default: 90)' },
  record: {
    type: 'string',
    value: 'failures|all',
    help: 'which exchanges --reporter har holds; all also writes recordings that `regrade` judges again (default: failures)',
  },
  ca: {
    type: 'string',
    value: 'FILE',
    help: 'trust these certificates, too (PEM; also TENANT_CA, NODE_EXTRA_CA_CERTS)',
  },
  insecure: { type: 'boolean', help: 'check no TLS certificate; said loudly, and no certificate is issued' },
}

/** The same options for another command. */
export function pick(...names: string[]): Options {
  return Object.fromEntries(names.map((name) => [name, RUN_OPTIONS[name]!]))
}

export const RUN_NOTES = [
  'Settings are read from the environment or the .env file (`--help` lists them all): TENANT_A_BASE_URL and TENANT_A_KEY, TENANT_B_BASE_URL and TENANT_B_KEY, and keys in other conditions. With none set, `run` ends with exit code 2.',
  'Reporters: console (failures in full, verdicts last), json (report.json, always written), junit (junit.xml), html (report.html), github (annotations and the summary of the step), markdown (report.md, for a comment on a pull request), tap (report.tap), ctrf (ctrf-report.json), har (exchanges.har).',
  'Failures that you accept for now: --write-expect FILE writes them, you fill in the reasons, --expect FILE passes with them. An entry can end on a day (until) and be bound to a text of the failure (contains); one that no failure needs any more fails the run, with the line to delete.',
]

export const RUN_EXAMPLES = [
  ['run', 'the deployment that the settings name'],
  ['run --demo', 'the bundled reference server, both variants'],
  ['run --depth quick --no-timing', 'in a pull request: at most 200 requests a variant'],
  ['run --depth exhaustive --strict', 'before a release'],
  ["run --rule 'a.auth.*' --seed 7", 'some rules, with the cases of an earlier run'],
  ['run --control control.mts', 'also rules on keys that are created, revoked and expire'],
  ['run --baseline last/report.json', 'what changed since'],
] as const
