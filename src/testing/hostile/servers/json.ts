import { body, onSuccess, same } from '../responses.ts'
import type { Hostile } from '../server.ts'

const success = (change: (text: string) => string | Buffer) => onSuccess(body(change))
const total = (value: string) => success((text) => text.replace(/"total":\d+/, () => `"total":${value}`))
const ids = (value: (i: number) => string) => {
  let i = 0
  return success((text) => text.replace(/"id":("[^"]*"|\d+)/g, () => `"id":${value(i++)}`))
}

/** Those whose bodies are not what they seem. */
export const JSON_: readonly Hostile[] = [
  {
    name: 'HTML for JSON',
    response: same(200, '<!doctype html><title>App</title>', [['Content-Type', 'text/html']]),
    verdict: 'nonconformant',
    says: /not JSON/,
  },
  { name: 'null', response: same(200, 'null'), verdict: 'nonconformant', says: /nothing|null/ },
  {
    name: 'invalid UTF-8',
    response: body((text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')])),
    verdict: 'nonconformant',
    says: /invalid UTF-8 at byte/,
  },
  {
    name: 'a byte order mark',
    response: body((text) => `\ufeff${text}`),
    verdict: 'nonconformant',
    says: /byte order mark/,
  },
  {
    name: 'UTF-16',
    response: body((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    verdict: 'nonconformant',
    says: /UTF-8/,
  },
  {
    name: 'UTF-16 without a mark',
    response: body((text) => Buffer.from(text, 'utf16le')),
    verdict: 'nonconformant',
    says: /not JSON/,
  },
  { name: 'fields twice', response: total('1,"total":2'), verdict: 'nonconformant', says: /parsers disagree/ },
  {
    name: 'fields twice, spelled otherwise',
    response: total('1,"tot\\u0061l":2'),
    verdict: 'nonconformant',
    says: /parsers disagree/,
  },
  { name: 'NaN', response: total('NaN'), verdict: 'nonconformant', says: /not JSON/ },
  {
    name: 'a comment, and a comma at the end',
    response: success((text) => text.replace(/\}$/, ',}// x')),
    verdict: 'nonconformant',
    says: /not JSON/,
  },
  { name: 'total 1e400', response: total('1e400'), verdict: 'nonconformant', says: /total/ },
  { name: 'total 1e308', response: total('1e308'), verdict: 'nonconformant', says: /total/ },
  { name: 'total 2^53', response: total('9007199254740992'), verdict: 'nonconformant', says: /total/ },
  { name: 'total -1', response: total('-1'), verdict: 'nonconformant', says: /total/ },
  { name: 'total of a million digits', response: total('9'.repeat(1_000_000)), verdict: 'nonconformant', says: /./ },
  { name: 'total -0.0', response: total('-0.0'), verdict: 'nonconformant', says: /total/ },
  {
    name: 'depth 100,000',
    response: same(200, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    verdict: 'nonconformant',
    says: /nested/,
  },
  {
    name: 'depth 100,000 of objects',
    response: same(200, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    verdict: 'nonconformant',
    says: /nested/,
  },
  {
    name: 'depth 100,000 beside the legal response',
    response: success((text) => text.replace(/^\{/, `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},`)),
    verdict: 'nonconformant',
    says: /nested/,
  },
  {
    name: '__proto__ and constructor',
    response: success((text) =>
      text.replace(
        /^\{/,
        '{"__proto__":{"data":[],"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,',
      ),
    ),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: 'data below __proto__ only',
    response: success((text) => `{"__proto__":${text}}`),
    verdict: 'nonconformant',
    says: /data to be an array/,
  },
  {
    name: '__proto__ in each record',
    response: success((text) => text.replace(/"id":/g, '"__proto__":null,"hasOwnProperty":1,"id":')),
    verdict: 'conformant',
    says: /./,
  },
  {
    name: 'ids that are objects',
    response: ids((i) => `{"x":${i}}`),
    verdict: 'conformant',
    says: /inconclusive|no id/,
  },
  { name: 'ids that are null', response: ids(() => 'null'), verdict: 'conformant', says: /inconclusive|no id/ },
  { name: 'ids that are NaN', response: ids(() => 'NaN'), verdict: 'nonconformant', says: /not JSON/ },
  { name: 'ids that are all one', response: ids(() => '7'), verdict: 'nonconformant', says: /./ },
  {
    name: 'ids of 2,000 characters',
    response: ids((i) => `"${String(i).padStart(2_000, '0')}"`),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'ids beyond 2^53',
    response: ids((i) => String(9007199254740993n + BigInt(i))),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'ids with lone surrogates',
    response: ids((i) => `"\\ud800${i}"`),
    verdict: 'conformant',
    says: /conformant/,
  },
  {
    name: 'records that are null',
    response: success((text) => text.replace(/"data":\[.*?\](?=,"pagination)/s, '"data":[null,null]')),
    verdict: 'nonconformant',
    says: /./,
  },
  {
    name: 'has_more for ever',
    variant: 'b',
    response: success((text) => text.replace('"has_more":false', '"has_more":true')),
    verdict: 'nonconformant',
    says: /has_more/,
  },
  {
    name: 'pages that never end',
    variant: 'b',
    response: success((text) =>
      text.replace(/"pages":\d+/, '"pages":1000000000').replace(/"total":\d+/, '"total":50000000000'),
    ),
    verdict: 'nonconformant',
    says: /./,
  },
  {
    name: 'columns named __proto__',
    variant: 'b',
    response: success((text) => text.replace(/"columns":\["/, '"columns":["__proto__","constructor","')),
    verdict: 'nonconformant',
    says: /__proto__/,
  },
  {
    name: 'columns that are numbers',
    variant: 'b',
    response: success((text) => text.replace(/"columns":\["/, '"columns":[1,{},"')),
    verdict: 'nonconformant',
    says: /columns/,
  },
  {
    name: 'ids of projects of 100,000 characters',
    variant: 'b',
    response: success((text) => text.replace(/"id":"([^"]*)"/g, `"id":"${'x'.repeat(100_000)}$1"`)),
    verdict: 'conformant',
    says: /supply/,
  },
  {
    name: 'a column whose name has 100,000 characters',
    variant: 'b',
    response: success((text) => text.replace('"columns":["', `"columns":["${'x'.repeat(100_000)}","`)),
    verdict: 'nonconformant',
    says: /xxx…/,
  },
]
