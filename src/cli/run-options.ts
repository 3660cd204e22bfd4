import { REPORTERS, USUAL_REPORTERS } from '../config/options.ts'
import type { Options } from './command.ts'

export const RUN_OPTIONS: Options = {
  variant: { multiple: true, value: 'a|b', help: 'test this variant; repeatable (default: each that has a base URL)' },
  demo: { help: 'ignore the settings and test the bundled reference server' },
  'base-url': { value: 'URL', help: 'with one --variant: overrides TENANT_A_BASE_URL or TENANT_B_BASE_URL' },
  'allow-http': { help: 'allow keys over http:// to another machine (also TENANT_ALLOW_HTTP=true)' },
  'env-file': { value: 'FILE', help: 'read settings from this file; the environment overrides it (default: .env)' },
  depth: { value: 'quick|standard|exhaustive', help: 'how many cases each rule tests (default: standard)' },
  rule: { multiple: true, value: 'PATTERN', help: 'test only rules whose id matches; * matches anything; repeatable' },
  seed: { value: 'N', help: 'repeat the cases of an earlier run (default: a new seed each time)' },
  concurrency: { value: 'N', help: 'maximum concurrent requests (default: 16)' },
  rate: { value: 'N', help: 'maximum requests per second (default: unlimited on loopback, 50 elsewhere)' },
  timeout: { value: 'MS', help: 'time limit for one request, in milliseconds or as 10s (default: 10000)' },
  deadline: { value: 'TIME', help: 'time limit for the whole run: 90s, 5m, 1h; results so far are reported' },
  'max-requests': { value: 'N', help: 'maximum requests to each target; the most informative are sent first' },
  wait: { value: 'TIME', help: 'first wait up to this long until the deployment responds: 60s, 5m' },
  resume: {
    value: 'FILE',
    help: 'continue the run of this report with its seed and depth: keep decided rules and passed cases, test the rest',
  },
  'fail-fast': { help: 'stop at the first failed rule; the report says so' },
  shard: {
    value: 'I/N',
    help: 'test part I of N, with the same --seed: rules, and at exhaustive depth cases that read long lists; I+1/N where I counts from 0; `summary --merge` joins the reports',
  },
  strict: { help: 'treat warnings as failures' },
  'require-complete': { help: 'exit 1 when any rule was not decided' },
  timing: { help: 'also measure response times at quick depth, which does not by default' },
  'no-timing': { help: 'skip rules that measure response times' },
  out: {
    value: 'DIR',
    help: 'write the report to this directory (default: conformance-report); keeps the report.json there as report.previous.json',
  },
  quiet: { help: 'print one line for each failure and warning, and the verdicts' },
  verbose: { help: 'also print the ids of all rules without a result, and how the suite is proven' },
  reporter: {
    ...{ multiple: true, value: REPORTERS.join('|') },
    help: `repeatable (default: ${USUAL_REPORTERS.join(', ')}; report.json is always written)`,
  },
  control: {
    value: 'FILE|manual',
    help: 'module or executable that performs admin actions (see init --control); manual: you are asked to perform them',
  },
  catalogue: { value: 'N', help: 'test this revision of the catalogue (default: the latest)' },
  expect: { value: 'FILE', help: 'accept the failures listed in this file, each with a reason (YAML or JSON)' },
  attest: {
    value: 'FILE',
    help: 'statements about clauses that no request can test: clause, by, on, statement (YAML or JSON; also TENANT_ATTEST)',
  },
  baseline: {
    value: 'FILE',
    help: 'compare with this earlier report; exit 1 for a regression, which is sent again first',
  },
  'write-expect': {
    value: 'FILE',
    help: 'write the failures of this run as an --expect file, reasons left to fill in',
  },
  certificate: {
    value: 'FILE',
    help: 'write a signed certificate (in-toto, DSSE) when the deployment conforms',
  },
  'sign-key': { value: 'FILE', help: 'Ed25519 private key in PEM that signs the certificate' },
  subject: {
    value: 'sha256:HEX|gitCommit:HEX|IMAGE@sha256:HEX',
    help: 'digest of the deployed artifact; required for a certificate',
  },
  partial: { help: 'issue a certificate even when rules were not decided; its result is WARNED' },
  'valid-days': { value: 'N', help: 'how long the certificate is valid (default: 90)' },
  record: {
    value: 'failures|all',
    help: 'exchanges to keep for --reporter har; all also records what `regrade` judges (default: failures)',
  },
  ca: { value: 'FILE', help: 'also trust these certificates (PEM; also TENANT_CA, NODE_EXTRA_CA_CERTS)' },
  header: {
    multiple: true,
    value: 'NAME: $VARIABLE',
    help: 'header that a gateway requires, in single quotes; its value comes from the environment or .env; repeatable (also TENANT_HEADERS)',
  },
  cert: { value: 'FILE', help: 'client certificate in PEM that a gateway requires (also TENANT_CERT)' },
  key: { value: 'FILE', help: 'private key of --cert (also TENANT_CERT_KEY)' },
  'user-agent': { value: 'TEXT', help: "User-Agent instead of the suite's own" },
  insecure: { help: 'do not verify TLS certificates; the report says so, and no conformance certificate is issued' },
}

/** The same options for another command. */
export function pick(...names: string[]): Options {
  return Object.fromEntries(names.map((name) => [name, RUN_OPTIONS[name]!]))
}

export const RUN_NOTES = [
  'Settings come from the environment or the .env file (`help settings` lists them): TENANT_A_BASE_URL and TENANT_A_KEY, TENANT_B_BASE_URL and TENANT_B_KEY, and keys in other conditions. Without any, `run` ends with exit code 2.',
  'Reporters: console (failures in full, verdicts last), json (report.json, always written), junit (junit.xml), html (report.html), github (annotations and the step summary), markdown (report.md, for a pull request comment), tap (report.tap), ctrf (ctrf-report.json), sarif (report.sarif, for code scanning), openmetrics (conformance.prom, for node_exporter), har (exchanges.har).',
  'To accept known failures: write them with --write-expect FILE, fill in the reasons, and pass --expect FILE. An entry can expire on a day (until) and require a text in the failure (contains). An entry that no longer matches a failure fails the run, and the message names the line to delete.',
]

export const RUN_EXAMPLES = [
  ['run', 'the deployment that the settings name'],
  ['run --demo', 'the bundled reference server, both variants'],
  ['run --depth quick', 'in a pull request: about 200 requests per variant, fewer without a control module'],
  ['run --depth exhaustive --strict', 'before a release'],
  ["run --rule 'a.auth.*' --seed 7", 'some rules, with the cases of an earlier run'],
  ['run --control control.mts', 'including rules about keys that are created, revoked and expire'],
  ['run --baseline last/report.json', 'what changed since then'],
] as const
