import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a new record appears at the end of the list',
  clauses: ['2.user.monotonic'],
  tried:
    'users are created, and each must be the last record of the list at every per_page, with an id above all others',
  meaning: 'a client that goes on from where it stopped never sees the new user, or sees others shifted',
  causes: [
    'ids are random, or reused after a deletion',
    'the list is sorted by name or by update time',
    'a cached list',
  ],
  needs: ['control.createUser'],
  after: ['a.users.id-ascending'],
})
