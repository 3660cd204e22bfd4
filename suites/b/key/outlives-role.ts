import { trial } from '../../../src/core/rule.ts'
import { outlives, stoppingFaults } from '../support/outlives.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'A key keeps working when the person who issued it loses a role',
  clauses: ['2.key.person-role', '2.key.company', '2.key.stops'],
  tried: 'A person issues keys and then loses a role, by the control module. The keys are used before and after.',
  meaning: 'Integrations stop when the person who issued their key loses a role.',
  causes: [
    'losing a role removes what the role had granted, keys included',
    'the scopes of a key are computed from its issuer on each request',
  ],
  needs: ['key', 'control.createKey', 'control.removeRole'],
  after: ['b.key.active-at-once'],
  faults: stoppingFaults((bStoppedByRole) => ({ bStoppedByRole })),
  quickMisses: { 'rows-closed': 'quick depth uses one key at the projects' },
  ...outlives((person, { control }) => control.b.removeRole(person), 'lost a role'),
})
