// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { airportFromRecord } from '../../core/airports/airport.ts'
import { servedPlaces } from '../../core/nowcast/served-places.ts'
import { crossingNowcast, crossingStrikes, nowcastOf } from '../../testing/nowcast/crossing-nowcast.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import { NORWAY, replayedBefore, VERMONT } from '../../testing/replay-kit.ts'
import { ArrivalCell } from '../features/board/board-cells.tsx'
import { Trouble } from '../features/board/trouble.tsx'
import { useAllRows } from '../features/board/use-board-rows.ts'
import WallWorst from '../features/board/wall-worst.tsx'
import { usePage } from '../state/page-store.ts'

const OPENED_MS = Date.UTC(2026, 6, 1, 8)
const TIMES = /\d\d:\d\dZ \(\d\d:\d\d–\d\d:\d\d\)/
/** Period of strikes in which storms are found. */
const STORM_MINUTES = 15
const strikes = crossingStrikes(OPENED_MS, 20)
const nowcast = crossingNowcast(strikes, OPENED_MS)

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

async function openAll(over = nowcast) {
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
  const { outlook, places } = nowcast.latest()!
  const { clock, cell } = await openAll({ ...nowcast, latest: () => ({ outlook, places, isObserved: false }) })
  expect(clock.getByText(/^Outlook unknown: too little/)).toBeTruthy()
  expect(cell.getByTitle(/^Unknown/).textContent).toBe('?')
  expect(screen.getByText('Next arrival unknown')).toBeTruthy()
})

it('is equal on the card of the storm, which a URL can name', async () => {
  const [storm] = nowcast.latest()!.outlook.storms
  const name = `${OPENED_MS / 1_000},${storm!.lat.toFixed(2)},${storm!.lon.toFixed(2)}`
  const desk = await openDesk(`/?storm=${name}`, { nowcast, beside: <Beside /> })
  const opened = BigInt(OPENED_MS - STORM_MINUTES * 60_000) * 1_000_000n
  await desk.strike(...strikes.filter(({ time }) => BigInt(time) > opened))
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
  { recording: NORWAY, afterMin: 40, icao: 'EFJO', ringKm: 5 },
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
