import type { RunFlags } from '../config/options.ts'
import { atRevision, type Catalog, loadCatalog, loadProbes, matchesPatterns, REVISION } from '../core/catalog.ts'
import { functionsOf, namesOf } from '../core/control-module.ts'
import { suite } from '../core/package.ts'
import type { Variant } from '../core/rule.ts'
import { type ControlSetting, MANUAL, type Settings, type TargetSettings } from '../core/settings.ts'
import type { ControlFunction } from '../core/target.ts'
import { loadControlModule } from '../engine/control/load-control-module.ts'
import { type Args, type Command, type Options, refuseMore } from './command.ts'
import { collectEvidence } from './doctor/collect-evidence.ts'
import { type Diagnosis, diagnose } from './doctor/diagnose.ts'
import { renderDiagnosis } from './doctor/render-diagnosis.ts'
import { NO_VERDICT } from './errors.ts'
import { onInterrupt } from './interrupt.ts'
import { checkControl, DEMO, deploymentFor, openTargets, sayWay, variantsChosen } from './load-settings.ts'
import { stdoutStyle } from './output-format.ts'
import { pick } from './run-options.ts'

const OPTIONS: Options = {
  ...pick('variant', 'demo', 'base-url', 'allow-http', 'env-file', 'rule', 'catalogue', 'control', 'no-timing'),
  ...pick('concurrency', 'rate', 'timeout', 'ca', 'insecure', 'header', 'cert', 'key', 'user-agent'),
  json: { help: 'print JSON' },
}

export const doctor: Command = {
  name: 'doctor',
  usage: '[OPTIONS]',
  summary: 'checks settings, keys and reachability with at most 12 requests per variant, and says what to supply',
  options: OPTIONS,
  notes: [
    'It judges no rule: a key that does not behave as its setting says is worth a look, and may be a fault of the deployment. For rules that cannot be tested it prints lines to paste. A malformed setting ends it with exit code 2, before any request.',
  ],
  examples: [
    ['doctor', 'the deployment that the settings name'],
    ['doctor --demo', 'the bundled reference server'],
    ['doctor --rate 10', 'how long a run takes at 10 requests a second'],
    ['doctor --json', 'for a script'],
  ],
  exits: [
    [0, 'a run can start; doubts are listed'],
    [2, 'the settings or the command line cannot be used; nothing was sent'],
    [3, 'a run would end without a verdict: unreachable, the active key is not accepted, or it is the other variant'],
    [130, 'interrupted'],
  ],
  run: diagnoseDeployment,
}

async function diagnoseDeployment(args: Args): Promise<number> {
  refuseMore(args, 0)
  const flags = args.values as RunFlags & { readonly json?: boolean }
  const read = deploymentFor(flags)
  const variants = await variantsChosen(read.settings.rules, read.variants)
  await checkControl(read.settings.control)
  sayWay(read.settings)
  const interrupt = onInterrupt()
  const { settings, stop } = await openTargets(read.settings, variants)
  try {
    const diagnoses: Diagnosis[] = []
    for (const target of settings.targets) diagnoses.push(await diagnoseTarget(settings, target, interrupt.signal))
    if (interrupt.signal.aborted) return interrupt.code()
    if (settings.demo && !flags.json) process.stdout.write(`${DEMO}\n\n`)
    process.stdout.write(
      flags.json
        ? asJson(diagnoses, settings.demo === true)
        : diagnoses.map((one) => renderDiagnosis(one, stdoutStyle())).join('\n'),
    )
    return diagnoses.every(({ usable }) => usable) ? 0 : NO_VERDICT
  } finally {
    stop()
    interrupt.release()
  }
}

async function diagnoseTarget(settings: Settings, supplied: TargetSettings, signal: AbortSignal): Promise<Diagnosis> {
  const { variant } = supplied
  const [whole, probes, control] = await Promise.all([
    loadCatalog(variant),
    loadProbes(variant),
    functionsIn(settings.control, variant),
  ])
  const catalog: Catalog = atRevision(whole, settings.catalogue ?? REVISION)
  const evidence = await collectEvidence({ settings, supplied, catalog, probes, control, signal })
  const rules = catalog.rules.filter(({ id }) => matchesPatterns(id, settings.rules))
  return diagnose(evidence, { rules, settings, shape: probes.shape, now: Date.now() })
}

async function functionsIn(control: ControlSetting | undefined, variant: Variant): Promise<readonly ControlFunction[]> {
  if (!control) return []
  // A person can perform every action.
  return control.file === MANUAL ? namesOf(variant) : functionsOf((await loadControlModule(control)).module, variant)
}

const asJson = (targets: readonly Diagnosis[], bundled: boolean): string =>
  `${JSON.stringify({ suite: { name: suite.name, version: suite.version }, bundled, targets }, null, 2)}\n`
