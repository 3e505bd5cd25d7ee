// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import WallNote from './wall-note.tsx'

const openNote = async (layers: string) => {
  const beside = (
    <section aria-label="The wall's note">
      <WallNote />
    </section>
  )
  const desk = await openDesk(`/?layers=${layers}#6/31/121`, { beside })
  const note = within(screen.getByRole('region', { name: "The wall's note" }))
  return { desk, note }
}

it('names the busiest storm with its place', async () => {
  const { desk, note } = await openNote('lightning,storms')
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
  await desk.pass(62_000)
  const told = await note.findByText(/^Busiest storm:/)
  expect(told.textContent).toMatch(/(\/min|rate unknown) \d+ km [NESW]+ of Shanghai/)
})

it('is empty while storms are hidden', async () => {
  const { desk, note } = await openNote('lightning')
  await desk.pass(2_000)
  expect(note.queryByText(/storm/i)).toBe(null)
})

it('says without storms how complete the data are, in the words of the desk', async () => {
  const { desk, note } = await openNote('lightning,storms')
  await desk.pass(62_000)
  const told = await note.findByText(/last 15 min/)
  expect(told.textContent).toBe('Too little data in the last 15 min: storms unknown')
})
