import { trial } from '../../../src/core/rule.ts'
import { outlives, stoppingFaults } from '../support/outlives.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'A key keeps working when the person who issued it changes password',
  clauses: ['2.key.person-password', '2.key.company', '2.key.stops'],
  tried: 'A person issues keys and then changes password, by the control module. The keys are used before and after.',
  meaning: 'Integrations stop when the person who issued their key changes password.',
  causes: [
    'a change of password ends all sessions and tokens of the person, keys included',
    'the scopes of a key are computed from its issuer on each request',
  ],
  needs: ['key', 'control.createKey', 'control.changePassword'],
  after: ['b.key.active-at-once'],
  faults: stoppingFaults((bStoppedByPassword) => ({ bStoppedByPassword })),
  quickMisses: { 'rows-closed': 'quick depth uses one key at the projects' },
  ...outlives((person, { control }) => control.b.changePassword(person), 'changed password'),
})
