import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createServerWatch } from './server-watch.ts'

function setUp() {
  const clock = createFakeClock()
  const answer = vi.fn<Parameters<typeof createServerWatch>[0]['check']>(async () => ({ kind: 'same' }))
  const watch = createServerWatch({ clock, everyMs: () => 4_000, check: () => answer() })
  const heard: string[] = []
  watch.subscribe((sight, before) => heard.push(`${before.kind} → ${sight.kind}`))
  return { clock, watch, heard, answer }
}

it('reports loss, return and change of the server', async () => {
  const { clock, watch, heard, answer } = setUp()
  await clock.advance(9_000)
  answer.mockRejectedValue(new Error('refused'))
  await clock.advance(9_000)
  answer.mockResolvedValue({ kind: 'same' })
  await clock.advance(4_000)
  answer.mockResolvedValue({ kind: 'changed', to: '0.1.0+b' })
  await clock.advance(12_000)
  expect(heard).toEqual(['same → unreachable', 'unreachable → same', 'same → changed'])
  expect(watch.sight()).toEqual({ kind: 'changed', to: '0.1.0+b' })
})

it('sends one request at a time', async () => {
  const { clock, answer } = setUp()
  answer.mockReturnValue(new Promise(() => {}))
  await clock.advance(60_000)
  expect(answer).toHaveBeenCalledTimes(1)
})

it('stops polling after it is closed, and ignores a pending response', async () => {
  const { clock, watch, heard, answer } = setUp()
  let refuse = () => {}
  answer.mockReturnValue(
    new Promise((_, reject) => {
      refuse = () => reject(new Error('late'))
    }),
  )
  await clock.advance(4_000)
  watch.close()
  refuse()
  await clock.advance(60_000)
  expect(heard).toEqual([])
  expect(answer).toHaveBeenCalledTimes(1)
})
