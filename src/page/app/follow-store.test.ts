import { afterEach, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createCamera, FLIGHT, FOCUS_FROM_URL } from '../map/camera/camera.ts'
import { choiceCodecs } from '../state/choice-codecs.ts'
import { createCommands } from '../state/commands.ts'
import { usePage } from '../state/page-store.ts'
import { followStore, loadStore, type StoreBrowser } from './follow-store.ts'

const Row = () => null
const OVERLAYS = [
  { id: 'lightning', defaultOn: true, Row },
  { id: 'airports', defaultOn: true, Row, selection: { kind: 'airport', urlParam: 'airport' } },
  { id: 'fires', defaultOn: true, Row },
]
const codecs = choiceCodecs(OVERLAYS)
const HOME = { zoom: 4, lat: 35, lon: 105 }
const PUDONG = { kind: 'airport', id: 'ZSPD' }

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  usePage.setState(usePage.getInitialState(), true)
})

/** A browser in which pages open one after the other, each with a new store. */
function setUp({ language = 'en-GB' } = {}) {
  const kept = new Map<string, string>()
  const clock = createFakeClock()
  let entries = ['']
  let writes = 0
  let goneBack = () => {}
  const location = {
    pathname: '/',
    get search() {
      return new URL(entries.at(-1)!, 'http://desk.test/').search
    },
    get hash() {
      return new URL(entries.at(-1)!, 'http://desk.test/').hash
    },
  }
  /** As in a browser: a relative URL with a hash keeps the query. */
  const addressOf = (url: unknown) => {
    const { search, hash } = new URL(String(url), new URL(entries.at(-1)!, 'http://desk.test/'))
    return search + hash
  }
  const browser: StoreBrowser = {
    location,
    history: {
      pushState(_data, _unused, url) {
        writes++
        entries.push(addressOf(url))
      },
      replaceState(_data, _unused, url) {
        writes++
        entries.splice(-1, 1, addressOf(url))
      },
    },
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) },
    language,
    clock,
    homeView: () => HOME,
    onBack(back) {
      goneBack = back
      return () => {
        goneBack = () => {}
      }
    },
  }
  const flights: string[] = []
  const looked: unknown[] = []
  return {
    clock,
    flights,
    looked,
    address: () => entries.at(-1),
    steps: () => entries.length,
    writes: () => writes,
    open(address: string) {
      for (const stop of stops.splice(0)) stop()
      usePage.setState(usePage.getInitialState(), true)
      entries = [address]
      const commands = createCommands()
      loadStore(codecs, browser, commands)
      commands.attach(FOCUS_FROM_URL, (place) => looked.push(place))
      commands.attach(FLIGHT, ({ zoom, lat, lon, isBack }) =>
        flights.push(`${isBack ? 'back to' : ''} ${zoom}/${lat}/${lon}`),
      )
      stops.push(followStore(codecs, browser, createCamera(commands)))
      return usePage.getState()
    },
    goBack(steps = 1) {
      entries.splice(-steps)
      goneBack()
    },
  }
}

it('opens with defaults without link and stored choices', () => {
  const { open, address } = setUp()
  expect(open('')).toMatchObject({
    overlaysOn: ['lightning', 'airports', 'fires'],
    view: HOME,
    theme: 'dark',
    lang: 'en',
  })
  expect(address()).toBe('#4.00/35.000/105.000')
})

it('prefers a link to stored choices, and those to defaults', () => {
  const { open } = setUp()
  open('')
  const { setTheme, setUnits } = usePage.getState()
  setTheme('light')
  setUnits('aviation')
  expect(open('?theme=dark&category=us')).toMatchObject({
    theme: 'dark',
    units: 'aviation',
    categoryScheme: 'us',
    zone: 'Asia/Shanghai',
  })
})

it('uses the browser’s language until the user selects another', () => {
  const { open } = setUp({ language: 'zh-Hans-CN' })
  expect(open('').lang).toBe('zh')
  usePage.getState().setLang('en')
  expect(open('').lang).toBe('en')
  expect(open('?lang=zh').lang).toBe('zh')
})

it('restores the stored picture, except for a link with a view, and on a wall', () => {
  const { open } = setUp()
  const choose = () => {
    open('')
    const { toggleOverlay, setProjection, setTheme } = usePage.getState()
    toggleOverlay('fires')
    setProjection('globe')
    setTheme('light')
  }
  const picture = { overlaysOn: ['lightning', 'airports'], projection: 'globe', theme: 'light' }
  const linked = { overlaysOn: ['lightning', 'airports', 'fires'], projection: 'mercator', theme: 'light' }
  choose()
  expect(open('?airport=ZSPD')).toMatchObject(picture)
  expect(open('#6.00/31.000/121.000')).toMatchObject(linked)
  choose()
  expect(open('?kiosk')).toMatchObject(linked)
})

it('shows the moment of a link, on a wall the present', () => {
  const { open } = setUp()
  const atMs = Date.UTC(2026, 6, 1, 8)
  expect(open('?t=2026-07-01T08:00:00Z').shownAtMs).toBe(atMs)
  expect(open('?kiosk&t=2026-07-01T08:00:00Z').shownAtMs).toBeNull()
})

it('keeps the choices of a wall’s URL, within the limits of the theme', () => {
  const { open, address } = setUp()
  expect(open('?kiosk&theme=light&dim=40#4.00/35.000/105.000').askedQuery).toBe('?kiosk&theme=light&dim=40')
  expect(address()).toBe('?theme=light&kiosk=1&dim=40#4.00/35.000/105.000')
  usePage.getState().setWall(null)
  expect(usePage.getState().askedQuery).toBe('')
})

it('shows the view of the link, and reports whether it has one', () => {
  const { open, looked } = setUp()
  open('?airport=ZSPD')
  open('?airport=ZSPD#6.00/31.000/121.000')
  expect(looked).toEqual([
    { selection: PUDONG, isViewSaid: false },
    { selection: PUDONG, isViewSaid: true },
  ])
})

it('uses the default view without one in the hash', () => {
  expect(setUp().open('#nowhere').view).toEqual(HOME)
})

it('keeps the user’s pinned airports if a link names others', () => {
  const { open } = setUp()
  open('')
  usePage.getState().toggleWatched('ZBAA')
  expect(open('?watch=ZSPD').watched).toEqual(['ZSPD'])
  usePage.getState().setTheme('light')
  expect(open('').watched).toEqual(['ZBAA'])
})

it('writes each choice into the address, and a selection as a step', () => {
  const { open, address, steps } = setUp()
  open('#4.00/35.000/105.000')
  usePage.getState().setCategoryScheme('us')
  expect([address(), steps()]).toEqual(['?category=us#4.00/35.000/105.000', 1])
  usePage.getState().select(PUDONG)
  expect([address(), steps()]).toEqual(['?airport=ZSPD&category=us#4.00/35.000/105.000', 2])
})

it('updates the URL during playback at an interval', async () => {
  const { open, address, clock } = setUp()
  open('#4.00/35.000/105.000')
  const atMs = Date.UTC(2026, 6, 1, 8)
  const { showAt } = usePage.getState()
  showAt(atMs)
  expect(address()).toContain('08:00:00Z')
  showAt(atMs + 1_000)
  showAt(atMs + 2_000)
  expect(address()).toContain('08:00:00Z')
  await clock.advance(500)
  expect(address()).toContain('08:00:02Z')
})

it('leaves an unchanged URL alone, since browsers limit the rate of writes', () => {
  const { open, writes, goBack, address } = setUp()
  open('#4.00/35.000/105.000')
  const atFirst = writes()
  const { setTheme, setBoard, select, setView } = usePage.getState()
  setTheme('dark')
  usePage.setState({ askedQuery: '?of=nobody' })
  setView({ ...HOME, lat: HOME.lat + 1e-6 })
  expect(writes()).toBe(atFirst)
  setTheme('light')
  expect(writes()).toBe(atFirst + 1)
  select(PUDONG)
  setBoard({ open: true, sort: 'icao', filter: '' })
  goBack()
  expect(address()).toBe('?theme=light#4.00/35.000/105.000')
})

it('removes defaults from the URL, including the last parameter', () => {
  const { open, address, steps } = setUp()
  open('?t=2026-07-01T08:00:00Z#4.00/35.000/105.000')
  usePage.getState().showAt(null)
  expect(address()).toBe('#4.00/35.000/105.000')
  usePage.getState().select(PUDONG)
  usePage.getState().select(null)
  expect([address(), steps()]).toEqual(['#4.00/35.000/105.000', 3])
})

it('goes back a selection, with its view', () => {
  const { open, goBack, flights, steps } = setUp()
  open('#4.00/35.000/105.000')
  const { select, setView } = usePage.getState()
  select(PUDONG)
  setView({ zoom: 8, lat: 31.14, lon: 121.8 })
  goBack()
  expect(usePage.getState().selection).toBeNull()
  expect([flights, steps()]).toEqual([['back to 4/35/105'], 1])
})

it('goes back step by step, and removes each step', () => {
  const { open, goBack, steps } = setUp()
  open('?airport=ZSPD#4.00/35.000/105.000')
  const { selection, select } = usePage.getState()
  select({ kind: 'airport', id: 'ZBAA' })
  select(null)
  goBack()
  expect([usePage.getState().selection?.id, steps()]).toEqual(['ZBAA', 2])
  goBack()
  expect([usePage.getState().selection, steps()]).toEqual([selection, 1])
})

it('keeps the present choices if an earlier URL lacks them', () => {
  const { open, goBack, address } = setUp()
  open('#4.00/35.000/105.000')
  const { select, toggleWatched } = usePage.getState()
  select(PUDONG)
  select(null)
  toggleWatched('ZBAA')
  goBack(2)
  expect(address()).toBe('?watch=ZBAA#4.00/35.000/105.000')
})

it('keeps the selection if the earlier URL has it too', () => {
  const { open, goBack } = setUp()
  open('?airport=ZSPD#4.00/35.000/105.000')
  usePage.getState().select({ ...PUDONG })
  const { selection } = usePage.getState()
  goBack()
  expect(usePage.getState().selection).toBe(selection)
})

it('closes board and wall on the way back, and leaves time, watched airports and layers as they are', () => {
  const { open, goBack } = setUp()
  open('?watch=ZSPD#4.00/35.000/105.000')
  const { select, setBoard, toggleWatched, toggleOverlay, showAt, setWall } = usePage.getState()
  select(PUDONG)
  setBoard({ open: true, sort: 'icao', filter: 'ZS' })
  toggleWatched('ZBAA')
  toggleOverlay('fires')
  showAt(1_000)
  goBack()
  expect(usePage.getState()).toMatchObject({
    board: { open: false, sort: 'icao', filter: 'ZS' },
    watched: ['ZSPD', 'ZBAA'],
    overlaysOn: ['lightning', 'airports'],
    shownAtMs: 1_000,
  })
  select(PUDONG)
  setWall({ tour: null, dwellS: 20, follow: false, scale: 1, dim: 0, home: HOME })
  goBack()
  expect(usePage.getState().wall).toBeNull()
})
