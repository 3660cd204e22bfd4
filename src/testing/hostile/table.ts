import { HOSTILE } from './all.ts'
import { attack } from './attack.ts'
import { problemsOf } from './check.ts'

/** `npm run hostile [WORDS]`: the suite against every hostile deployment, or those whose name holds the words. */
const words = process.argv.slice(2).join(' ')
const chosen = HOSTILE.filter(({ name }) => name.includes(words))
let bad = 0
console.log(
  '| hostile server | verdict | exit code | seconds | peak MB | what the console says |\n|---|---|---|---|---|---|',
)
for (const hostile of chosen) {
  const ran = await attack(hostile)
  const problems = await problemsOf(hostile, ran)
  const report = JSON.parse(ran.files['report.json'] ?? '{}')
  const { verdict, stopped, counts } = report.targets?.[0] ?? {}
  const said =
    stopped ??
    Object.entries(counts ?? {})
      .filter(([, count]) => count)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')
  const cells = [
    hostile.name,
    verdict,
    ran.code,
    ran.seconds.toFixed(1),
    ran.megabytes,
    said.replaceAll('|', '\\|').slice(0, 200),
  ]
  console.log(`| ${cells.join(' | ')} |`)
  for (const problem of problems) console.error(`  WRONG, ${hostile.name}: ${problem}`)
  if (problems.length > 0) bad++
}
console.error(`${chosen.length - bad} of ${chosen.length} end as they must`)
process.exitCode = bad === 0 ? 0 : 1
