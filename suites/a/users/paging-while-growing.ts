import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'records created during paging are neither skipped nor read twice, and shift no other record',
  clauses: ['2.user.monotonic', '4.users.no-skip'],
  tried: 'the list is read page by page while users are created between any two pages, at any per_page',
  meaning: 'a client that pages while users are created misses some or reads some twice',
  causes: [
    'newest records come first',
    'ids are handed out before they are visible',
    'pages come from replicas that lag',
  ],
  needs: ['control.createUser'],
  after: ['a.users.append-at-end', 'a.users.partition'],
})
