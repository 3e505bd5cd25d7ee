// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { CHINA, openDesk } from '../../../testing/page-kit.tsx'
import { keyOf, useLevels } from '../../live/levels/level-store.ts'
import { useWallPlaces } from '../../state/wall-places.ts'
import { Watched } from '../../wall/watched.tsx'
import { Trouble } from './trouble.tsx'
import { useAllRows } from './use-board-rows.ts'
import WallWorst from './wall-worst.tsx'

/** The rows of the desk for the airports with the lowest ceilings and visibilities. */
function Lowest() {
  return useAllRows()
    .filter(({ category, check, isComing }) => category === 'lifr' && !check && !isComing)
    .map((row) => (
      <section key={row.airport.icao} aria-label="Lowest">
        <Trouble row={row} />
      </section>
    ))
}

/** A wall's cards beside a desk, after one strike some 3 km from Shanghai Pudong and one as near to Hongqiao. */
async function openWall(search: string) {
  const desk = await openDesk(`/?layers=lightning${search}`, {
    beside: (
      <>
        <Watched />
        <WallWorst />
      </>
    ),
  })
  const nowMs = desk.clock.now()
  const near = (lat: number, lon: number) =>
    strikeRecord({
      time: BigInt(Math.floor(nowMs)) * 1_000_000n,
      lat,
      lon,
      arrived_at: new Date(nowMs).toISOString(),
    })
  await desk.strike(near(31.17, 121.805), near(31.22, 121.336))
  await desk.pass(2_000)
  return desk
}

/** Level states of an airport from the server: the first is on for 14 min 51 s more, and fuelling is stopped. */
function tellLevels(place: string, nowMs: number) {
  const at = (ms: number) => new Date(ms).toISOString()
  const on = { km: 5, last: at(nowMs), lastKm: 1, end: at(nowMs + 891_000) }
  const levels = [levelState('red', 'on', on), levelState('yellow', 'on', { ...on, km: 15 })]
  const stop = { id: 's', place, work: 'fuelling', by: 'Li', at: '2026-07-01T08:15:00.000Z', note: '' }
  const stops = [{ ...stop, earliestResume: '2026-07-01T08:45:00.000Z', level: null, changes: [], resumed: null }]
  const state = rowOf({ place, levels, atMs: nowMs, over: { stops } })
  const lightning = { now: true, since: null, atMs: nowMs }
  act(() => useLevels.setState({ line: 'whole', told: new Map([[keyOf('lightning', place), state]]), lightning }))
}

it('lists all of the worst places without pinned ones', async () => {
  await openWall('')
  const card = within(await screen.findByRole('region', { name: 'Worst airports now' }))
  expect(await card.findByText('ZSPD')).toBeTruthy()
  expect(card.getByText('ZSSS')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Watched airports and places' })).toBe(null)
})

it('lists pinned ones once: above, with the nearest strike, and not among the others', async () => {
  const { pass } = await openWall('&watch=ZSPD')
  await vi.dynamicImportSettled() // the page evaluates once its engine is loaded
  await pass(2_000)
  const card = within(await screen.findByRole('region', { name: 'Worst of the others' }))
  expect(await card.findByText('ZSSS')).toBeTruthy()
  expect(card.queryByText('ZSPD')).toBe(null)
  const watched = screen.getByRole('list', { name: 'Watched airports and places' })
  expect(watched.textContent).toMatch(/^55 km ring ZSPD [\d.]+\skm [NESW]+ 16:3\d$/)
})

it('shows the earliest end and the name of a custom level, and a work stop in the time zone of the wall', async () => {
  const desk = await openWall('&watch=ZSPD')
  const watched = await screen.findByRole('list', { name: 'Watched airports and places' })
  tellLevels('ZSPD', desk.clock.now())
  await desk.pass(1_000)
  const told = /\d\d:\d\d.*REDWORK STOP: fuelling, Li 16:15, earliest resume 16:45$/
  expect(watched.textContent).toMatch(new RegExp(`^55 km ring ZSPD [\\d.]+\\skm [NESW]+ ${told.source}`))
  tellLevels('ZSSS', desk.clock.now())
  await desk.pass(1_000)
  const others = within(screen.getByRole('region', { name: 'Worst of the others' }))
  expect(others.getAllByRole('listitem')[0]?.textContent).toMatch(
    new RegExp(`^55 km ring ZSSS Shanghai ${told.source}`),
  )
})

it('shows the earliest end in the time zone of the screen, with its name', async () => {
  await openWall('&watch=ZSPD&tz=UTC')
  const watched = await screen.findByRole('list', { name: 'Watched airports and places' })
  expect(watched.textContent).toMatch(/ZSPD [\d.]+\skm [NESW]+ 08:3\d/)
  expect(screen.getByRole('region', { name: 'Worst of the others' }).textContent).toMatch(/Not before, UTC/)
})

it('gives the camera the places named on its cards', async () => {
  await openWall('&watch=ZSPD')
  await screen.findByRole('region', { name: 'Worst of the others' })
  const named = () => [...useWallPlaces.getState().byCard].map(([card, places]) => [card, places.length])
  await waitFor(() => expect(named()).toEqual(expect.arrayContaining([['watched', 1]])))
  const worst = useWallPlaces.getState().byCard.get('worst') ?? []
  expect(worst.some(({ lat, lon }) => Math.abs(lat - 31.2) < 0.1 && Math.abs(lon - 121.34) < 0.1)).toBe(true)
})

it('states the number of airports without data, and is not a calm card then', async () => {
  // An automatic station that sees neither weather nor cloud.
  const airports = [CHINA.find(({ icao_code }) => icao_code === 'ZSSH')!]
  const desk = await openDesk('/?layers=lightning', { airports, beside: <WallWorst /> })
  await desk.pass(2_000)
  const card = await screen.findByRole('region', { name: 'Worst airports now' })
  expect(card.textContent).toMatch(/No airport known to be below VFR.*1 without data/)
  expect(card.dataset.calm).toBe(undefined)
})

it('names the visibility or the ceiling that limits an airport, on the desk as on a wall', async () => {
  const desk = await openDesk('/?layers=airports', { beside: <Lowest /> })
  await desk.pass(2_000)
  const told = screen.getAllByRole('region', { name: 'Lowest' }).map(({ textContent }) => textContent)
  expect(told.filter((text) => !/^((vis|ceiling) \d+\s?m|.*TS.*)$/.test(text ?? ''))).toEqual([])
})
