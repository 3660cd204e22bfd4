import { expect, test } from 'vitest'
import { controlOf } from './read-settings.ts'

const given = { cwd: '/here', variables: { TOKEN: 'x' }, isNamed: true }

test('the option overrides the variable; paths are relative to the working directory', () => {
  expect(controlOf({}, given)).toBeUndefined()
  expect(controlOf({ variable: 'c.ts' }, given)).toEqual({
    from: 'TENANT_CONTROL',
    file: '/here/c.ts',
    variables: { TOKEN: 'x' },
  })
  expect(controlOf({ option: '/there/d.js', variable: 'c.ts' }, given)).toMatchObject({
    from: '--control',
    file: '/there/d.js',
  })
  expect(controlOf({ option: 'manual' }, given)?.file).toBe('manual')
})

test('rejects control without a deployment', () => {
  expect(() => controlOf({ variable: 'c.ts' }, { ...given, isNamed: false })).toThrow(
    'TENANT_CONTROL: no deployment is named',
  )
})
