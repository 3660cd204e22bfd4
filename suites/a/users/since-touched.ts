import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a record updated after a time is in the list since that time, and one that was not is not',
  clauses: ['2.user.update-time', '4.users.updated_since.filter'],
  tried:
    'users are touched, and looked for in the lists since times before and after; others that were left alone must be absent',
  meaning: 'a client that synchronises by updated_since misses the update, or reads unchanged users each time',
  causes: [
    'the time of creation is compared instead of the time of update',
    'some writes do not move the update time',
    'the filter reads an index or a replica that lags',
  ],
  needs: ['control.touchUser'],
  after: ['a.users.since-subset'],
})
