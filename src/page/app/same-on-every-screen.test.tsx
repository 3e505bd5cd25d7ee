// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Storm } from '../../contract/nowcast.ts'
import { airportFromRecord } from '../../core/airports/airport.ts'
import { bearingDeg } from '../../core/geo/geo.ts'
import { servedPlaces } from '../../core/nowcast/served-places.ts'
import { courseOf } from '../../core/storms/storm-cells.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { crossingNowcast, crossingStrikes, nowcastOf } from '../../testing/nowcast/crossing-nowcast.ts'
import { recordedWorld, scriptedWorld, toldMinutes } from '../../testing/nowcast/served-minutes.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import { NORWAY, replayedBefore, VERMONT } from '../../testing/replay-kit.ts'
import { ArrivalCell } from '../features/board/board-cells.tsx'
import { Trouble } from '../features/board/trouble.tsx'
import { useAllRows } from '../features/board/use-board-rows.ts'
import WallWorst from '../features/board/wall-worst.tsx'
import SituationSentence from '../features/storms/sentence/situation-sentence.tsx'
import { stormShapes } from '../features/storms/storm-shapes.ts'
import WallNote from '../features/storms/wall-note.tsx'
import { stormsOf } from '../live/storms/use-storms.ts'
import { usePage } from '../state/page-store.ts'

const OPENED_MS = Date.UTC(2026, 6, 1, 8)
const CROSSING_STRIKES = crossingStrikes(OPENED_MS, 20)
const CROSSING = crossingNowcast(CROSSING_STRIKES, OPENED_MS)

/** The cell of the board and the card of the wall; virtual tables render no rows without a size. */
function Beside({ icao = 'ZSPD' }) {
  const row = useAllRows().find(({ airport }) => airport.icao === icao)
  return (
    <>
      <section aria-label="cell">{row ? <ArrivalCell row={row} /> : null}</section>
      <section aria-label="chip">{row ? <Trouble row={row} /> : null}</section>
      <WallWorst />
    </>
  )
}

describe('a storm', () => {
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
    { name: 'crossing', minutes: 10, begin: () => scriptedWorld('crossing', OPENED_MS) },
    { name: 'outbreak', minutes: 7, begin: () => scriptedWorld('outbreak', OPENED_MS) },
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
    const storm = CROSSING.latest()!.outlook.storms[0]!
    const course = courseOf(storm)!
    const name = `${OPENED_MS / SECOND_MS},${storm.lat.toFixed(2)},${storm.lon.toFixed(2)}`
    const desk = await openDesk(`/?storm=${name}&layers=lightning,storms#6/31/121`, { nowcast: CROSSING })
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
    for (const seconds of [2, 20]) {
      await desk.pass(seconds * SECOND_MS)
      const list = await screen.findByRole('list', { name: LIST })
      const card = within(screen.getByRole('region', { name: 'Storm' }))
      expect(card.getByText(new RegExp(`\\(${heading}°\\)`)).textContent).toContain(
        `${Math.round(course.speedKmh)} km/h ±`,
      )
      expect(within(list).getAllByRole('button')[0]!.textContent).toMatch(words)
      expect(await card.findByRole('heading', { name: 'Towns and counties in its path (UTC)' })).toBeTruthy()
      expect(card.getByRole('heading', { name: 'As of 08:00 UTC' })).toBeTruthy()
    }
  })

  it('names the same storm in the sentence, the list and on the wall: a domestic one before a busier one abroad', async () => {
    const { outlook, places } = CROSSING.latest()!
    const [known] = outlook.storms
    const storms = [
      { ...known!, id: 901, lat: 21.6, lon: 105.8, strokesPerMin: 79 },
      { ...known!, id: 902, lat: 24.6, lon: 113.6, strokesPerMin: 31 },
    ]
    const nowcast = { ...CROSSING, latest: () => ({ outlook: { ...outlook, storms }, places, isObserved: true }) }
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
})

describe('an outlook', () => {
  const TIMES = /\d\d:\d\dZ \(\d\d:\d\d–\d\d:\d\d\)/
  /** Period of strikes in which storms are found. */
  const STORM_MINUTES = 15

  /** The ring in the panel, with its outlook. */
  function inPanel(clock: ReturnType<typeof within>): { km: string; outlook: string } {
    const text = clock.getByText(/^\d+ km ring: storm/).textContent!
    const [, km = '', outlook = ''] = /^(\d+) km ring: storm (.*)$/.exec(text) ?? []
    return { km, outlook }
  }

  /** The likeliest time of an arrival as a wall shows it: in the time of the screen. */
  const inBeijing = (times: string) =>
    `${String((Number(times.slice(0, 2)) + 8) % 24).padStart(2, '0')}${times.slice(2, 5)}`

  const inRegion = (name: string) => within(screen.getByRole('region', { name }))

  async function openAll(over = CROSSING) {
    const desk = await openDesk('/?airport=ZSPD', { nowcast: over, beside: <Beside /> })
    await desk.pass(2_000)
    return { clock: inRegion('Lightning hold timer'), cell: inRegion('cell') }
  }

  it('shows the arrival of the crossing storm alike in the panel, on the board and on the wall', async () => {
    const { clock, cell } = await openAll()
    const { km, outlook } = inPanel(clock)
    expect(outlook).toMatch(/^there now; ◎5 ≈ \d\d:\d\dZ \(/)
    expect(cell.getByText(`◎${km} ${outlook}`)).toBeTruthy()
    const chip = within(screen.getByRole('region', { name: 'chip' })).getByTitle(`◎${km} ${outlook}`)
    expect(chip.textContent).toBe(`◎${km} now`) // the width of a countdown, so that nothing shifts
    // A storm in progress is not the next one.
    expect(screen.queryByRole('region', { name: 'Next arrival of a storm' })?.textContent ?? '').not.toContain('ZSPD')
  })

  it('shows everywhere that it is unknown while it is', async () => {
    const { outlook, places } = CROSSING.latest()!
    const { clock, cell } = await openAll({ ...CROSSING, latest: () => ({ outlook, places, isObserved: false }) })
    expect(clock.getByText(/^Outlook unknown: too little/)).toBeTruthy()
    expect(cell.getByTitle(/^Unknown/).textContent).toBe('?')
    expect(screen.getByText('Next arrival unknown')).toBeTruthy()
  })

  it('is equal on the card of the storm, which a URL can name', async () => {
    const [storm] = CROSSING.latest()!.outlook.storms
    const name = `${OPENED_MS / 1_000},${storm!.lat.toFixed(2)},${storm!.lon.toFixed(2)}`
    const desk = await openDesk(`/?storm=${name}`, { nowcast: CROSSING, beside: <Beside /> })
    const opened = BigInt(OPENED_MS - STORM_MINUTES * 60_000) * 1_000_000n
    await desk.strike(...CROSSING_STRIKES.filter(({ time }) => BigInt(time) > opened))
    const cell = within(screen.getByRole('region', { name: 'cell' }))
    const times = cell.getByText(TIMES).textContent
    const card = within(screen.getByRole('region', { name: 'Storm' }))
    const reached = within(card.getByRole('list', { name: 'Airports and places (UTC)' }))
    expect(reached.getByRole('button', { name: /ZSPD/ }).textContent).toContain(times)
    await desk.user.click(reached.getByRole('button', { name: /ZSPD/ }))
    expect(location.search).toContain('airport=ZSPD')
  })

  /** Moments of recorded days with a storm approaching an airport, minutes after the start of the recording. */
  const RECORDED = [
    { recording: NORWAY, afterMin: 60, icao: 'EFLP', ringKm: 16 },
    { recording: VERMONT, afterMin: 100, icao: 'KBTV', ringKm: 16 },
    { recording: VERMONT, afterMin: 140, icao: 'KBTV', ringKm: 5 },
  ]

  it.each(RECORDED)(
    'shows the arrival at $icao, in strikes recorded by $recording.source, alike in the panel, on the board, on the wall and on the storm',
    async ({ recording, afterMin, icao, ringKm }) => {
      const { strikes, airports } = await replayedBefore(recording, OPENED_MS, afterMin)
      const recorded = nowcastOf(strikes, airports.map(airportFromRecord), OPENED_MS)
      const desk = await openDesk(`/?airport=${icao}`, { nowcast: recorded, airports, beside: <Beside icao={icao} /> })
      const opened = BigInt(OPENED_MS - STORM_MINUTES * 60_000) * 1_000_000n
      await desk.strike(...strikes.filter(({ time }) => BigInt(time) > opened))
      const { km, outlook: inPanelText } = inPanel(inRegion('Lightning hold timer'))
      const times = inPanelText.match(TIMES)?.[0]
      expect(times).toBeTruthy()
      expect(inRegion('cell').getByText(`◎${km} ${inPanelText}`)).toBeTruthy()
      if (!inPanelText.startsWith('there now')) {
        const next = screen.getByRole('region', { name: 'Next arrival of a storm' }).textContent
        expect(next).toMatch(new RegExp(`${ringKm} km ring ${icao} .*≈${inBeijing(times!)}`))
      }

      const { outlook, places } = recorded.latest()!
      const { storm } = servedPlaces(places, outlook)
        .find(({ id }) => id === icao)!
        .rings.find(({ km }) => km === ringKm)!
      const { lat, lon } = outlook.storms.find(({ id }) => id === storm)!
      await act(async () => {
        usePage.getState().select({ kind: 'storm', id: `${OPENED_MS / 1_000},${lat.toFixed(2)},${lon.toFixed(2)}` })
      })
      await desk.pass(1_000)
      const reached = within(inRegion('Storm').getByRole('list', { name: 'Airports and places (UTC)' }))
      expect(reached.getByRole('button', { name: new RegExp(icao) }).textContent).toContain(times)
    },
  )
})
