import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { withSharedSeconds } from './clock.ts'
import { SECOND_MS } from './durations.ts'

it('runs all that runs each second at one moment, until each stops', async () => {
  const clock = createFakeClock()
  const shared = withSharedSeconds(clock)
  const ran: [name: string, atMs: number][] = []
  const note = (name: string) => () => void ran.push([name, Math.floor(clock.monotonicMs())])
  const stopFirst = shared.every(SECOND_MS, note('first'))
  await clock.advance(400)
  const stopSecond = shared.every(SECOND_MS, note('second'))
  const stopOther = shared.every(700, note('other'))
  await clock.advance(800)
  const [[, atMs]] = ran as [(typeof ran)[number]]
  expect(ran.filter(([name]) => name !== 'other')).toEqual([
    ['first', atMs],
    ['second', atMs],
  ])
  stopFirst()
  stopSecond()
  stopOther()
  ran.length = 0
  await clock.advance(5_000)
  expect(ran).toEqual([])
})
