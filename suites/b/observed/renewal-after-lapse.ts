import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'observed',
  title: 'whether an expired key can be renewed',
  clauses: ['3.open.after-expiry'],
  tried: 'renewing an expired key through the control module',
  meaning: 'an operator who forgot to renew in time needs to know whether a new key must be handed out',
  causes: [],
  needs: ['control.renewKey'],
})
