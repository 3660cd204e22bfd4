import { expect, test } from 'vitest'
import { controlOf } from './control.ts'

const given = { cwd: '/here', variables: { TOKEN: 'x' }, named: true }

test('the option wins over the variable; a path is seen from where the command runs', () => {
  expect(controlOf(given)).toBeUndefined()
  expect(controlOf({ ...given, variable: 'c.ts' })).toEqual({
    from: 'TENANT_CONTROL',
    file: '/here/c.ts',
    variables: { TOKEN: 'x' },
  })
  expect(controlOf({ ...given, option: '/there/d.js', variable: 'c.ts' })).toMatchObject({
    from: '--control',
    file: '/there/d.js',
  })
  expect(controlOf({ ...given, option: 'manual' })?.file).toBe('manual')
})

test('without a deployment it would act on another system than the one that is tried', () => {
  expect(() => controlOf({ ...given, named: false, variable: 'c.ts' })).toThrow(
    'TENANT_CONTROL: no deployment is named',
  )
})
