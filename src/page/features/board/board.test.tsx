// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { CheckFigures } from '../../../contract/verification/accumulations.ts'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { CHINA, nowcastWith, openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { keyOf, useLevels } from '../../live/levels/level-store.ts'
import { usePage } from '../../state/page-store.ts'
import { useWallPlaces } from '../../state/wall-places.ts'
import { Watched } from '../../wall/watched.tsx'
import { LightningCell } from './board-cells.tsx'
import { Trouble } from './trouble.tsx'
import { useAllRows } from './use-board-rows.ts'
import WallWorst from './wall-worst.tsx'
import WorstList from './worst-list.tsx'

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

function Cell() {
  const row = useAllRows().find(({ airport }) => airport.icao === 'ZSPD')
  return <p data-testid="cell">{row ? <LightningCell row={row} /> : null}</p>
}

describe('the row of the desk', () => {
  it('moves the focus with its airport when another one becomes worse', async () => {
    const desk = await openDesk('/?layers=lightning', { beside: <WorstList /> })
    const near = (lat: number, lon: number) => {
      const nowMs = desk.clock.now()
      const arrived_at = new Date(nowMs).toISOString()
      return strikeRecord({ time: BigInt(Math.floor(nowMs)) * 1_000_000n, lat, lon, arrived_at })
    }
    const row = within(await screen.findByRole('region', { name: 'Worst airports now' }))
    const codes = () => row.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 4))
    await desk.pass(2_000)
    expect(codes()).toEqual(['ZBDT', 'ZSLQ'])
    act(() => row.getAllByRole('button')[0]!.focus())
    await desk.strike(near(31.17, 121.805))
    await desk.pass(2_000)
    expect(codes()).toEqual(['ZSPD', 'ZBDT'])
    expect(document.activeElement?.textContent).toMatch(/^ZBDT/)
    await desk.strike(near(31.22, 121.336))
    await desk.pass(2_000)
    expect(codes()).toEqual(['ZSPD', 'ZSSS'])
    expect(document.activeElement?.textContent).toMatch(/^All \d+/)
  })
})

describe('the row of the desk beside an alert', () => {
  it('has the number of all, where the number of shown ones depends on the room', async () => {
    const desk = await openDesk('/', { airports: CHINA, beside: <WorstList />, isAlone: true })
    await desk.pass(2_000)
    const row = within(await screen.findByRole('region', { name: 'Worst airports now' }))
    const [, shown] = /^(\d+) of (\d+) shown/.exec(row.getByText(/ shown/).textContent!)!.slice(1)
    expect(row.getByText(/ in all/).textContent).toMatch(new RegExp(`^${shown} in all, \\d+ without data$`))
  })

  it('shows the worst ones again when the focus leaves those beyond the row, to which it scrolls', async () => {
    const desk = await openDesk('/', { airports: CHINA, beside: <WorstList />, isAlone: true })
    await desk.pass(2_000)
    const row = within(await screen.findByRole('region', { name: 'Worst airports now' }))
    const list = row.getByRole('list')
    act(() => within(list).getAllByRole('button').at(-1)!.focus())
    list.scrollTop = 38
    act(() => row.getByRole('button', { name: /^All / }).focus())
    expect(list.scrollTop).toBe(0)
  })
})

describe('the card of the wall', () => {
  /** A wall's cards, after one strike some 3 km from Shanghai Pudong and one as near to Hongqiao. */
  async function openWall(search: string, over: Parameters<typeof openDesk>[1] = {}) {
    const desk = await openDesk(`/?layers=lightning${search}`, {
      ...over,
      beside: (
        <>
          <Watched />
          <WallWorst />
        </>
      ),
      isAlone: true,
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
  function tellLevels(place: string, nowMs: number, red: 'on' | 'off' = 'on') {
    const at = (ms: number) => new Date(ms).toISOString()
    const on = { km: 5, last: at(nowMs), lastKm: 1, end: at(nowMs + 891_000) }
    const levels = [levelState('red', red, on), levelState('yellow', 'on', { ...on, km: 15 })]
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

  it('states how many of the worst places, and of the pinned ones, are listed', async () => {
    const desk = await openDesk('/?layers=airports&watch=ZSPD,ZSSS,ZBAA,ZGGG,ZUUU', {
      airports: CHINA,
      beside: (
        <>
          <Watched />
          <WallWorst />
        </>
      ),
      isAlone: true,
    })
    await desk.pass(2_000)
    const card = await screen.findByRole('region', { name: 'Worst of the others' })
    expect(card.textContent).toMatch(/2 of \d+ shown, \d+ without data/)
    const watched = screen.getByRole('list', { name: 'Watched airports and places' })
    expect(watched.children).toHaveLength(4)
    expect(watched.parentElement?.textContent).toMatch(/4 of 5 shown$/)
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

  it('shows the chance that orders the rows where a less severe level is the headline', async () => {
    const chances = [0.5, 0.7, 0.97, 0.99]
    const ring = { chances, shipped: chances, inProgress: true, arrival: null, stormId: null, next: null }
    const outlook = { atMs: Date.UTC(2026, 6, 1, 8), storms: [], rings: [ring], observed: [1, 1, 1], isWatched: true }
    const look = { outlook, places: [{ place: { id: 'ZSPD' }, rings: [{ ringKm: 16 }] }], isObserved: true }
    const desk = await openWall('', { nowcast: nowcastWith({ latest: () => look, sampler: () => null }) })
    const told = async () =>
      (await screen.findByRole('region', { name: 'Worst airports now' })).querySelector('li')?.textContent
    tellLevels('ZSPD', desk.clock.now(), 'off')
    await desk.pass(1_000)
    await waitFor(async () => expect(await told()).toMatch(/^1515 km ring ZSPD.*97% in 30\smin$/))
    tellLevels('ZSPD', desk.clock.now())
    await desk.pass(1_000)
    expect(await told()).toMatch(/^55 km ring ZSPD(?!.*in 30\smin)/)
  })

  it('shows the earliest end in the time zone of the screen, with its name', async () => {
    await openWall('&watch=ZSPD&tz=UTC')
    const watched = await screen.findByRole('list', { name: 'Watched airports and places' })
    expect(watched.textContent).toMatch(/ZSPD [\d.]+\skm [NESW]+ 08:3\d/)
    expect(screen.getByRole('region', { name: 'Worst of the others' }).textContent).toMatch(/Not before, UTC/)
  })

  it('names the time zone of times other than earliest ends', async () => {
    const desk = await openWall('&watch=ZSSS')
    desk.lightning.up = false
    desk.lightning.drop()
    await desk.pass(90_000)
    const others = await screen.findByRole('region', { name: 'Worst of the others' })
    expect(others.textContent).toMatch(/^OthersTimes in Beijing.*no data since \d\d:\d\d/)
    const watched = screen.getByRole('list', { name: 'Watched airports and places' })
    expect(watched.parentElement?.textContent).toMatch(/^WatchedTimes in Beijing.*no data since \d\d:\d\d/)
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
    const desk = await openDesk('/?layers=lightning', { airports, beside: <WallWorst />, isAlone: true })
    await desk.pass(2_000)
    const card = await screen.findByRole('region', { name: 'Worst airports now' })
    expect(card.textContent).toMatch(/No airport known to be below VFR.*1 without data/)
    expect(card.dataset.calm).toBe(undefined)
  })

  it('misses no report of a place, which has none: outside its hours it says so, on the desk as on a wall', async () => {
    // It is 08:00 UTC.
    const golf = placeOf('golf', { hours: '09:00-15:00' })
    const beside = (
      <>
        <WorstList />
        <WallWorst />
      </>
    )
    const desk = await openDesk('/?layers=lightning', { guarded: [golf], beside, isAlone: true })
    const nowMs = desk.clock.now()
    const time = BigInt(Math.floor(nowMs)) * 1_000_000n
    await desk.strike(strikeRecord({ time, lat: 31.01, lon: 121, arrived_at: new Date(nowMs).toISOString() }))
    await desk.pass(2_000)
    const rows = await screen.findAllByRole('region', { name: 'Worst airports now' })
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      const told = within(row).getAllByRole('listitem')[0]?.textContent
      expect(told).toMatch(/^Place golf\s*outside monitoring hours$/)
    }
  })

  it('names the visibility or the ceiling that limits an airport, on the desk as on a wall', async () => {
    const desk = await openDesk('/?layers=airports', { airports: CHINA, beside: <Lowest />, isAlone: true })
    await desk.pass(2_000)
    const told = screen.getAllByRole('region', { name: 'Lowest' }).map(({ textContent }) => textContent)
    expect(told.filter((text) => !/^((vis|ceiling) \d+\s?m|.*TS.*)$/.test(text ?? ''))).toEqual([])
  })
})

describe('a cell', () => {
  it('shows the levels of an airport with others that are on and work stops, and that none is on', async () => {
    const desk = await openDesk('/?layers=lightning', { beside: <Cell />, isAlone: true })
    await desk.pass(2_000)
    const cell = screen.getByTestId('cell')
    const nowMs = desk.clock.now()
    const at = (ms: number) => new Date(ms).toISOString()
    const on = { km: 5, last: at(nowMs), lastKm: 1, end: at(nowMs + 891_000) }
    const tell = (levels: Parameters<typeof rowOf>[0]['levels'], over: Parameters<typeof rowOf>[0]['over'] = {}) =>
      act(() => {
        const state = rowOf({ place: 'ZSPD', levels, atMs: nowMs, over })
        const told = new Map([[keyOf('lightning', 'ZSPD'), state]])
        useLevels.setState({ line: 'whole', told, lightning: { now: true, since: null, atMs: nowMs } })
      })
    tell([levelState('red', 'on', on), levelState('yellow', 'on', { ...on, km: 15 })])
    expect(cell.textContent).toMatch(/^RED hold 15\sminYELLOW$/)
    expect(cell.querySelector('[data-tone="bad"]')).toBeTruthy()
    const stop = { id: 's', place: 'ZSPD', work: 'refuelling and ramp handling', by: 'Li', at: at(nowMs), note: '' }
    const stops = [{ ...stop, earliestResume: null, level: null, changes: [], resumed: null }]
    tell([levelState('red', 'on', on), levelState('yellow', 'on', { ...on, km: 15 })], { stops })
    expect(cell.textContent).toMatch(/^RED hold 15\sminYELLOW work stop: refuelling and ramp handling$/)
    tell([levelState('red', 'expected', { km: 5, until: at(nowMs + 600_000) })])
    expect(cell.textContent).toMatch(/^RED possible until \d\d:\d\d UTC$/)
    expect(cell.querySelector('[data-tone="warn"]')).toBeTruthy()
    tell([levelState('red', 'off', { km: 5 })])
    expect(cell.textContent).toBe('not triggered')
  })
})

describe('the filter', () => {
  it('is emptied by the first Escape; the second closes the board', async () => {
    const { user } = await openDesk('/?board=')
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: /^Filter/ })
    await user.type(field, 'ZS')
    expect(usePage.getState().board.filter).toBe('ZS')
    await user.keyboard('{Escape}')
    expect(field.value).toBe('')
    expect(usePage.getState().board).toMatchObject({ open: true, filter: '' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Escape}')
    expect(usePage.getState().board.open).toBe(false)
  })
})

describe('the scores', () => {
  const FIGURES: CheckFigures = {
    reports: 720,
    hits: 12,
    otherBand: 3,
    missingAt: 2,
    missingVicinity: 5,
    overSeen: 1,
    overNone: 4,
    quiet: 693,
    leftOut: 7,
    pod: 0.6818,
    far: 0.25,
  }

  it('shows thunder in reports compared with strikes by month and by airport, of all or of one', async () => {
    const asked: object[] = []
    const desk = await openDesk('/?board=', {
      settings: { LOCATION_ERROR_KM: '2' },
      accumulations: {
        reports: async (wish) => {
          asked.push(wish)
          const airports = [{ icao: 'ZSPD', ...FIGURES }]
          const months = [{ month: '2026-06', ...FIGURES, far: null }]
          return { state: 'known', simulated: true, from: '2026-06', to: '2026-06', all: FIGURES, months, airports }
        },
      },
    })
    await desk.pass(2_000)
    await desk.user.click(await screen.findByRole('button', { name: 'Forecast scores' }))
    await desk.user.click(await screen.findByRole('radio', { name: 'Thunder in reports' }))
    await desk.pass(2_000)
    const month = within(await screen.findByRole('table', { name: 'By month, all airports' })).getByRole('row', {
      name: /^2026-06/,
    })
    const cells = within(month).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['720', '12', '3', '2', '5', '1', '4', '0.68', '–', '7'])
    expect(screen.getByRole('table', { name: 'By airport, all months' }).textContent).toContain('ZSPD')
    expect(screen.getByText(/accuracy about 2 km.* count as inside/)).toBeTruthy()
    await desk.user.type(screen.getByRole('textbox', { name: /^Airport/ }), 'zspd')
    await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), '2026-06')
    await desk.pass(2_000)
    expect(await screen.findByRole('table', { name: 'By month, ZSPD' })).toBeTruthy()
    expect(screen.getByRole('table', { name: 'By airport, 2026-06' })).toBeTruthy()
    expect(asked).toEqual([{}, { icao: 'ZSPD' }, { from: '2026-06', to: '2026-06' }])
  })

  it('shows no total figures under an unknown place name', async () => {
    const desk = await openDesk('/?board=')
    await desk.pass(2_000)
    await desk.user.click(await screen.findByRole('button', { name: 'Forecast scores' }))
    await desk.user.type(await screen.findByRole('combobox', { name: /^Place or airport/ }), 'Nowhere')
    await desk.pass(2_000)
    expect(await screen.findByText(/^No place or airport has this name/)).toBeTruthy()
    expect(screen.queryByText(/^Nothing is verified yet/)).toBe(null)
  })
})
