import { isBroken, type Report, type RuleResult, type Status } from '../core/results.ts'
import { styleFor, verdictLine } from './console.ts'
import { failureFields, headlineOf, oneLine } from './failure-text.ts'
import { byImpact } from './reading-order.ts'
import { sanitizeReport } from './sanitize-report.ts'

/** `report.tap`: TAP 14, a test point for each rule. A warning is a TODO, which TAP does not count as a failure. */
export function renderTap(report: Report): string {
  const { run, targets } = sanitizeReport(report)
  const verdicts = targets.map((target) => `# ${oneLine(verdictLine(target, run, styleFor(false)))}`)
  const points = targets.flatMap(({ variant, stopped, rules }) => [
    ...(stopped === undefined
      ? []
      : [point('not ok', `${variant}.preflight: nothing could be tested`, [['reason', stopped]])]),
    ...byImpact(rules).map(rulePoint),
  ])
  const numbered = points.map(([result, ...rest], i) => [result.replace('#', String(i + 1)), ...rest])
  const crash = run.crash === undefined ? [] : [`Bail out! the suite itself failed: ${oneLine(run.crash)}`]
  return `${['TAP version 14', `1..${points.length}`, ...numbered.flat(), ...crash, ...verdicts].join('\n')}\n`
}

type Point = readonly [result: string, ...diagnostics: string[]]
type Fields = readonly (readonly [name: string, text: string])[]

/** `#` in the result is a placeholder for the number of the point. */
function point(result: 'ok' | 'not ok', description: string, fields: Fields = [], directive = ''): Point {
  const head = `${result} # - ${escaped(description)}${directive && ` # ${directive}`}`
  if (fields.length === 0) return [head]
  return [head, '  ---', ...fields.map(([name, text]) => `  ${name}: ${JSON.stringify(text)}`), '  ...']
}

const DIRECTIVES: Partial<Record<Status, (rule: RuleResult) => string>> = {
  warned: () => 'TODO a warning, not a failure',
  expected: ({ reason }) => `TODO failed as expected: ${reason}`,
  skipped: ({ reason }) => `SKIP ${reason}`,
  attested: ({ reason }) => `SKIP attested: ${reason}`,
  blocked: ({ reason }) => `SKIP blocked: ${reason}`,
  inconclusive: ({ reason }) => `SKIP inconclusive: ${reason}`,
}

function rulePoint(rule: RuleResult): Point {
  const { id, status, level, section } = rule
  const isViolated = isBroken(status)
  const fields: Fields = isViolated ? [['level', level], ['section', section], ...failureFields(rule)] : []
  const directive = DIRECTIVES[status]?.(rule) ?? ''
  return point(
    isViolated || status === 'expected' ? 'not ok' : 'ok',
    `${id}: ${headlineOf(rule)}`,
    fields,
    oneLine(directive),
  )
}

const escaped = (text: string): string => oneLine(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#')
