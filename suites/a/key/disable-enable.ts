import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a disabled key is refused, and works again with the same value when it is re-enabled',
  clauses: ['2.key.admin-ui', '3.disable', '3.disable.off', '3.enable'],
  tried: 'a key is created, disabled and re-enabled, and tried in each state',
  meaning: 'a key cannot be switched off for a while: it stays on, or is lost',
  causes: ['a cache of keys outlives the change', 'disabling is stored as a revocation'],
  needs: ['key', 'control.createKey', 'control.disableKey', 'control.enableKey'],
})
