// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Storm } from '../../contract/nowcast.ts'
import { bearingDeg } from '../../core/geo/geo.ts'
import { courseOf } from '../../core/storms/storm-cells.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { crossingNowcast, crossingStrikes } from '../../testing/nowcast/crossing-nowcast.ts'
import { recordedWorld, scriptedWorld, toldMinutes } from '../../testing/nowcast/served-minutes.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import { NORWAY, VERMONT } from '../../testing/replay-kit.ts'
import SituationSentence from '../features/storms/sentence/situation-sentence.tsx'
import { stormShapes } from '../features/storms/storm-shapes.ts'
import WallNote from '../features/storms/wall-note.tsx'
import { stormsOf } from '../live/storms/use-storms.ts'

const OPENED_MS = Date.UTC(2026, 6, 1, 8)
const SECOND_MS = 1_000
const NONE: never[] = []
const LIST = 'Storms, the busiest in view first'

/** The heading of the cone that the map draws for a storm, degrees; null without a cone. */
function drawnHeadingDeg(storm: Storm): number | null {
  const { ticks } = stormShapes([storm], () => ({ number: '', text: '', name: '' }), { observed: 1 })
  const geometry = ticks.features.at(-1)?.geometry
  if (geometry?.type !== 'Point') return null
  const [lon, lat] = geometry.coordinates
  return bearingDeg(storm, { lat: lat!, lon: lon! })
}

it.each([
  { name: 'crossing', minutes: 20, begin: () => scriptedWorld('crossing', OPENED_MS) },
  { name: 'outbreak', minutes: 8, begin: () => scriptedWorld('outbreak', OPENED_MS) },
  { name: `strikes recorded by ${NORWAY.source}`, minutes: 60, begin: () => recordedWorld(NORWAY, OPENED_MS) },
  { name: `strikes recorded by ${VERMONT.source}`, minutes: 150, begin: () => recordedWorld(VERMONT, OPENED_MS) },
])('in $name a storm has one motion at every second, shown by the map’s cone', async ({ minutes, begin }) => {
  let drawn = 0
  const { batch } = await begin()
  for (const { told, atMs } of toldMinutes({ batch, airports: [] }, OPENED_MS, minutes)) {
    const first = stormsOf(told, atMs, false, NONE)
    expect(new Set([...first.storms, ...told.storms]).size).toBe(told.storms.length)
    expect(first.storms).toHaveLength(told.storms.length)
    for (let second = 1; second < 120; second++) {
      expect(stormsOf(told, atMs + second * SECOND_MS, false, NONE)).toBe(first)
    }
    for (const storm of told.storms) {
      const course = courseOf(storm)
      const heading = drawnHeadingDeg(storm)
      expect(heading === null).toBe(course === null)
      if (!course || heading === null) continue
      const off = Math.abs(((heading - course.headingDeg + 540) % 360) - 180)
      expect(off).toBeLessThan(2)
      drawn++
    }
  }
  expect(drawn).toBeGreaterThan(10)
})

it('shows the served motion on the card and in the list, independent of the strikes on the page', async () => {
  const nowcast = crossingNowcast(crossingStrikes(OPENED_MS, 20), OPENED_MS)
  const storm = nowcast.latest()!.outlook.storms[0]!
  const course = courseOf(storm)!
  const name = `${OPENED_MS / SECOND_MS},${storm.lat.toFixed(2)},${storm.lon.toFixed(2)}`
  const desk = await openDesk(`/?storm=${name}&layers=lightning,storms#6/31/121`, { nowcast })
  const heading = String(Math.round(course.headingDeg)).padStart(3, '0')
  const words = new RegExp(`\\(${heading}°\\) at ${Math.round(course.speedKmh)} km/h`)
  const westward = Array.from({ length: 60 }, (_, i) => {
    const time = BigInt(Math.floor(desk.clock.now()) - i * SECOND_MS) * 1_000_000n
    return strikeRecord({
      time,
      lat: storm.lat,
      lon: storm.lon + i / 60,
      arrived_at: new Date(OPENED_MS).toISOString(),
    })
  })
  await desk.strike(...westward)
  for (let second = 0; second < 59; second += 10) {
    await desk.pass(second === 0 ? 2_000 : 10 * SECOND_MS)
    const list = await screen.findByRole('list', { name: LIST })
    const card = within(screen.getByRole('region', { name: 'Storm' }))
    expect(card.getByText(new RegExp(`\\(${heading}°\\)`)).textContent).toContain(
      `${Math.round(course.speedKmh)} km/h ±`,
    )
    expect(within(list).getAllByRole('button')[0]!.textContent).toMatch(words)
    expect(await card.findByRole('heading', { name: 'Towns and counties in its path (UTC)' })).toBeTruthy()
  }
})

it('names the same storm in the sentence, the list and on the wall: a domestic one before a busier one abroad', async () => {
  const served = crossingNowcast(crossingStrikes(OPENED_MS, 20), OPENED_MS)
  const { outlook, places } = served.latest()!
  const [known] = outlook.storms
  const storms = [
    { ...known!, id: 901, lat: 21.6, lon: 105.8, strokesPerMin: 79 },
    { ...known!, id: 902, lat: 24.6, lon: 113.6, strokesPerMin: 31 },
  ]
  const nowcast = { ...served, latest: () => ({ outlook: { ...outlook, storms }, places, isObserved: true }) }
  const beside = (
    <section aria-label="beside">
      <SituationSentence />
      <WallNote />
    </section>
  )
  const desk = await openDesk('/?layers=lightning,storms#4/25/110', { nowcast, beside })
  await desk.pass(2_000)
  const list = await screen.findByRole('list', { name: LIST })
  const others = within(screen.getByRole('region', { name: 'beside' }))
  const { textContent: first } = within(list).getAllByRole('button')[0]!
  expect(first).toMatch(/^31 strokes\/min/)
  expect((await others.findByRole('button', { name: /^Busiest: / })).textContent).toMatch(/, 31\/min/)
  expect((await others.findByText(/^Busiest storm:/)).textContent).toMatch(/ 31\/min /)
})
