/** `npm run bench -- NAME...`: prints a line per measurement. Default: `overhead`. The others save what `help cost` quotes, and need an idle machine. */
const BENCHES: readonly string[] = ['overhead', 'cost', 'speed', 'order', 'curve']

const names = process.argv.slice(2)
const unknown = names.find((name) => !BENCHES.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`unknown bench ${JSON.stringify(unknown)}; known: ${BENCHES.join(', ')}\n`)
  process.exit(2)
}
for (const name of names.length > 0 ? names : ['overhead']) {
  const { measure } = (await import(`./${name}.ts`)) as { measure(): Promise<readonly string[]> }
  for (const line of await measure()) process.stdout.write(`${name}: ${line}\n`)
}
