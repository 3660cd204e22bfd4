import { expect, test } from 'vitest'
import { inApiKey } from '../../core/key-format.ts'
import type { Target } from '../../core/target.ts'
import { rebuildRequest } from './rebuild-request.ts'

const surface = {
  endpoints: ['/projects/{project_id}/datasets/{dataset_id}/rows'],
  parameters: [],
  credentials: { 'x-api-key': inApiKey },
  requests: () => [],
}
const key = { env: 'K', prefix: 'p', keyId: 'a1b2c3d4e5f60718' }
const target = {
  ...{ variant: 'b', keys: { active: key }, project: 'own', dataset: 'd' },
  related: { secondProject: 'other', itsDataset: 'e/f' },
} as unknown as Target
const rebuilt = (path?: string) =>
  rebuildRequest(
    { endpoint: surface.endpoints[0], path, credential: { class: 'active', form: 'x-api-key' } },
    target,
    surface,
  ).path

test('keeps which of the known projects and datasets it was', () => {
  const path = '/projects/other/datasets/e%2Ff/rows'
  expect(rebuilt(path)).toBe(path)
  expect(rebuilt('/projects/own/datasets/d/rows')).toBe('/projects/own/datasets/d/rows')
  expect(rebuilt()).toBe('/projects/own/datasets/d/rows')
})

test.for(['/projects/x/datasets/d/rows', '/projects/own/datasets/../rows', '/projects/own', ''])(
  'rebuilds none with another id: %s',
  (path) => expect(() => rebuilt(path)).toThrow(/^its (project|dataset) is none of those that were supplied or found$/),
)

test('keeps a malformed key that has no part of a key', () => {
  const credentialOf = (headers: unknown, about = 'malformed') =>
    rebuildRequest(
      { endpoint: surface.endpoints[0], credential: { class: about, form: 'x-api-key', headers } },
      target,
      surface,
    ).credential
  expect(credentialOf([['X-Api-Key', 'a.b.c']])).toEqual(inApiKey('a.b.c', 'malformed'))
  expect(() => credentialOf([['Cookie', 'a.b.c']])).toThrow('in another way')
  expect(() => credentialOf([['X-Api-Key', 'a\r\nb']])).toThrow('does not describe a plain request')
  expect(() => credentialOf([['X-Api-Key', ['a', { env: 'K' }]]])).toThrow('have no key of the class "malformed"')
  expect(() => credentialOf([['X-Api-Key', 'a.b.c']], 'active')).toThrow('sent another key')
})
