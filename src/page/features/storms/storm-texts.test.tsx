// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stormRecords } from '../../../testing/fakes/fake-source.ts'
import { scriptedStrikes } from '../../../testing/fakes/scripted-strikes.ts'
import { nowcastWith, openDesk } from '../../../testing/page-kit.tsx'
import { type StormsNow, useStorms } from '../../live/storms/use-storms.ts'
import { rateText, type StormT } from './storm-words.ts'
import WallNote from './wall-note.tsx'

let found: StormsNow

function Beside() {
  found = useStorms()
  return null
}

describe('the row', () => {
  const MINUTE_MS = 60_000
  const OPENED_MS = Date.UTC(2026, 6, 1, 8)

  it('lists a storm by its rate, and as stale once data are missing', async () => {
    const desk = await openDesk('/?layers=lightning,storms#6/31/121')
    await desk.strike(...stormRecords(desk.clock.now()))
    await desk.pass(MINUTE_MS + 2_000)
    const list = await screen.findByRole('list', { name: 'Storms, the busiest in view first' })
    const block = list.parentElement!
    expect(within(list).getByText(/strokes\/min|rate unknown/)).toBeTruthy()
    expect(block.dataset.stale).toBeUndefined()

    desk.lightning.up = false
    desk.lightning.drop()
    await desk.pass(15_000)
    expect(block.dataset.stale).toBe('true')
    expect(within(block).getByText('Trends need the last 10 min of data')).toBeTruthy()
  })

  it('excludes no storm while the last ten minutes were not observed', async () => {
    const outlook = { atMs: OPENED_MS, storms: [], rings: [], observed: [0, 0.2, 0.8], isWatched: false }
    const latest = () => ({ outlook, places: [], isObserved: false })
    const nowcast = nowcastWith({ latest, sampler: () => null })
    await openDesk('/?layers=lightning,storms#6/31/121', { nowcast })
    expect(await screen.findByText('Too little data in the last 15 min: storms unknown')).toBeTruthy()
    expect(screen.queryByText(/^No storm identified/)).toBeNull()
  })

  const LIST = 'Storms, the busiest in view first'
  const say = ((_: string, { rate }: { rate: string }) => `${rate} strokes/min`) as StormT

  it('has the busiest storm of the crossing line first, at every minute', async () => {
    const beforeMs = OPENED_MS - MINUTE_MS
    const batch = scriptedStrikes('crossing', beforeMs)
    const between = (fromMs: number, toMs: number) => {
      const seconds = Array.from(
        { length: Math.ceil((toMs - fromMs) / 1_000) },
        (_, i) => Math.floor(fromMs / 1_000) + i,
      )
      return seconds.flatMap((second) => batch(second))
    }
    const desk = await openDesk('/?layers=lightning,storms#2/30/110', { beside: <Beside /> })
    let heardMs = beforeMs
    let told = 0
    for (let minute = 1; minute <= 3; minute++) {
      const nowMs = desk.clock.now()
      await desk.strike(...between(heardMs, nowMs))
      heardMs = Math.floor(nowMs / 1_000) * 1_000
      await desk.pass(MINUTE_MS - (nowMs % MINUTE_MS) + 2_000)
      const rates = found.storms.map(({ strokesPerMin }) => strokesPerMin ?? 0)
      const most = found.storms.find(({ strokesPerMin }) => strokesPerMin === Math.max(...rates))
      if (!most) continue
      told++
      expect(within(screen.getByRole('list', { name: LIST })).getAllByRole('button')[0]!.textContent).toContain(
        rateText(most, say),
      )
    }
    expect(told).toBeGreaterThan(1)
  })
})

describe('the wall', () => {
  const openNote = async (layers: string) => {
    const beside = (
      <section aria-label="The wall's note">
        <WallNote />
      </section>
    )
    const desk = await openDesk(`/?layers=${layers}#6/31/121`, { beside, isAlone: true })
    const note = within(screen.getByRole('region', { name: "The wall's note" }))
    return { desk, note }
  }

  it('names the busiest storm with its place', async () => {
    const { desk, note } = await openNote('lightning,storms')
    await desk.strike(...stormRecords(desk.clock.now()))
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
})
