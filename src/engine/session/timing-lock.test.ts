import { expect, test } from 'vitest'
import { createTimingLock } from './timing-lock.ts'

test('runs work alone after earlier entrants leave and before later ones enter', async () => {
  const lock = createTimingLock()
  const events: string[] = []
  const leave = await lock.enter()
  const alone = lock.alone(async () => {
    events.push('alone begins')
    await new Promise((resolve) => setTimeout(resolve, 10))
    events.push('alone ends')
  })
  const later = lock.enter().then((leaveLater) => {
    events.push('entered later')
    leaveLater()
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  events.push('left')
  leave()
  await Promise.all([alone, later])
  expect(events).toEqual(['left', 'alone begins', 'alone ends', 'entered later'])
})

test('runs one work at a time, even after a failure', async () => {
  const lock = createTimingLock()
  let inside = 0
  const work = async () => {
    expect(++inside).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1))
    inside--
    throw new Error('failed')
  }
  const settled = await Promise.allSettled([lock.alone(work), lock.alone(work), lock.alone(work)])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
