import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'nobody can grant a scope that they lack',
  clauses: ['2.key.scopes', '2.key.scopes.chosen', '2.key.scopes.subset'],
  tried:
    'an administrator with few scopes issues keys with scopes beyond those: that is refused, or the key lacks them',
  meaning: 'an administrator reads by a key what the administrator may not read',
  causes: ['the scopes are checked in the form of the console only', 'an empty choice stands for all scopes'],
  needs: ['key', 'control.createKey'],
})
