// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'

it('lists a storm by its rate, and as stale once nothing is heard of it any more', async () => {
  const desk = await openDesk('/?layers=lightning,storms#6/31/121')
  const nowMs = desk.clock.now()
  const records = Array.from({ length: 40 }, (_, i) =>
    strikeRecord({
      time: BigInt(Math.floor(nowMs - i * 20)) * 1_000_000n,
      lat: 31 + 0.002 * i,
      lon: 121.3,
      arrived_at: new Date(nowMs).toISOString(),
    }),
  )
  await desk.strike(...records)
  await desk.pass(2_000)
  const list = await screen.findByRole('list', { name: 'Storms, the busiest in view first' })
  const block = list.parentElement!
  expect(within(list).getByText(/strokes\/min|rate unknown/)).toBeTruthy()
  expect(block.dataset.stale).toBeUndefined()

  desk.lightning.up = false
  desk.lightning.drop()
  await desk.pass(15_000)
  expect(block.dataset.stale).toBe('true')
})
