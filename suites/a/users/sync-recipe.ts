import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a client that passes the start time of its last sync as updated_since loses no update',
  clauses: ['4.users.sync', '4.users.sync.overlap'],
  tried:
    'histories of creations and touches with syncs among them: after each sync the client must hold every user as it is',
  meaning: 'the documented way to synchronise loses updates for good',
  causes: [
    'an update becomes visible with a time before the sync that should have seen it',
    'the clock of the database differs from that of the application',
    'times are cut to seconds, and the comparison excludes the second itself',
  ],
  needs: ['control.createUser', 'control.touchUser'],
  after: ['a.users.since-touched'],
})
