// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { scriptedStrikes } from '../../../testing/fakes/scripted-strikes.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { NORWAY, replayedStrikes, VERMONT } from '../../../testing/replay-kit.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import type { StormsNow } from '../../live/storms/watch-storms.ts'
import { rateText, type StormT } from './storm-words.ts'

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

const OPENED_MS = Date.UTC(2026, 6, 1, 8)
const LIST = 'Storms, the busiest in view first'
const say = ((_: string, { rate }: { rate: string }) => `${rate} strokes/min`) as StormT

let found: StormsNow
function Beside() {
  found = useStorms()
  return null
}

/** Minutes of worlds as a page sees them that is opened a while after their start; what came before is not observed. */
const WORLDS = [
  {
    ...{ name: 'the scripted world crossing', at: '#2/30/110', minutes: 3, beforeMin: 1 },
    begin: async (startMs: number) => scriptedStrikes('crossing', startMs),
  },
  ...[
    { recording: NORWAY, at: '#4/64/24', after: 80 },
    { recording: VERMONT, at: '#6/44/-74', after: 75 },
  ].map(({ recording, at, after }) => ({
    ...{ name: `strikes recorded by ${recording.source}`, at, minutes: 7, beforeMin: 15 },
    begin: (startMs: number) => replayedStrikes(recording, startMs - after * 60_000),
  })),
]

it.each(WORLDS)('has the busiest storm of $name first, at every minute', async ({ at, minutes, beforeMin, begin }) => {
  const batch = await begin(OPENED_MS - beforeMin * 60_000)
  const between = (fromMs: number, toMs: number) => {
    const seconds = Array.from({ length: Math.ceil((toMs - fromMs) / 1_000) }, (_, i) => Math.floor(fromMs / 1_000) + i)
    return seconds.flatMap((second) => batch(second))
  }
  const desk = await openDesk(`/?layers=lightning,storms${at}`, { beside: <Beside /> })
  let toldMs = OPENED_MS - beforeMin * 60_000
  let told = 0
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) await desk.pass(60_000 - (desk.clock.now() % 60_000))
    const nowMs = desk.clock.now()
    await desk.strike(...between(toldMs, nowMs))
    toldMs = Math.floor(nowMs / 1_000) * 1_000
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
