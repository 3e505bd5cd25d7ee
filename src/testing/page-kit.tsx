import './page-globals.ts'
import { QueryClient, QueryClientProvider, timeoutManager } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { I18nextProvider } from 'react-i18next'
import { onTestFinished, vi } from 'vitest'
import type { Environment } from '../client/session/environment.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../contract/lightning.ts'
import type { ReportRecord } from '../contract/metar.ts'
import type { Problem } from '../contract/problems.ts'
import { standardEndpoints } from '../contract/standard.ts'
import type { Place } from '../core/places/place.ts'
import { connect } from '../page/app/connect.ts'
import { applyAppearance, followStore, loadStore } from '../page/app/follow-store.ts'
import { overlays } from '../page/app/overlays.ts'
import { parts } from '../page/app/parts.ts'
import { storeBrowser } from '../page/app/store-browser.ts'
import { createI18n } from '../page/i18n/i18n.ts'
import { DeskPartsProvider } from '../page/live/desk-part.ts'
import { ServerConnectionProvider } from '../page/live/server-connection.ts'
import { createCamera } from '../page/map/camera/camera.ts'
import { choiceCodecs } from '../page/state/choice-codecs.ts'
import { CommandsProvider, createCommands } from '../page/state/commands.ts'
import { usePage } from '../page/state/page-store.ts'
import type { Accumulations } from '../server/accumulations/accumulations.ts'
import { createNoNowcast, type NowcastService } from '../server/nowcast/nowcast-service.ts'
import { createSettingsFaults } from '../server/settings/settings-faults.ts'
import { readChannels } from '../server/watch/channels/channels-file.ts'
import type { Post } from '../server/watch/channels/post.ts'
import { loadSimAirports, type SimAirport } from '../simulator/source/metar/sim-airports.ts'
import { DEFAULT_STORM } from '../simulator/source/scenarios/scenarios.ts'
import { createStormField } from '../simulator/source/storms/storms.ts'
import { createSyntheticSource } from '../simulator/source/synthetic-source.ts'
import { createSyntheticWeather } from '../simulator/source/weather.ts'
import { setUpAccess } from './access-kit.ts'
import { setUpAppServer } from './app-server-kit.ts'
import { createFakeClock } from './fakes/fake-clock.ts'
import { createFakeSockets, type FakeSocket } from './fakes/fake-socket.ts'
import { FakeStrikeServer } from './fakes/fake-strike-server.ts'
import { resetStores } from './fakes/zustand.ts'
import { setUpHistory } from './history-kit.ts'
import { setUpWatch } from './watch-kit.ts'

/** Created once, since modules add their texts on loading. */
const words = createI18n('en')
const { default: Desk } = await import('../page/desk/desk.tsx')

/** The clock of the open desk. Queries are repeated by it: no test waits for a real minute. */
let deskClock = createFakeClock()
const queryTimers = new Map<number, () => void>()
let queryTimerCount = 0
function startQueryTimer(start: 'after' | 'every') {
  return (run: () => void, ms: number) => {
    queryTimers.set(++queryTimerCount, deskClock[start](ms, run))
    return queryTimerCount
  }
}
function clearQueryTimer(id: number | undefined): void {
  if (id === undefined) return
  queryTimers.get(id)?.()
  queryTimers.delete(id)
}
timeoutManager.setTimeoutProvider<number>({
  setTimeout: startQueryTimer('after'),
  setInterval: startQueryTimer('every'),
  clearTimeout: clearQueryTimer,
  clearInterval: clearQueryTimer,
})

/** Lets promises and the server's responses settle, which take turns of the event loop. */
async function rest(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

interface DeskOptions {
  layers?: readonly string[]
  isOut?: () => boolean
  guarded?: readonly Place[]
  drawn?: readonly Place[]
  as?: string | null
  /** In the form of the server's file. */
  channels?: readonly object[]
  post?: Post
  /** Problems in settings that the operator must fix. */
  faults?: Record<string, readonly Problem[]>
  nowcast?: NowcastService
  accumulations?: Partial<Accumulations>
  airportsAfter?: Promise<void>
  airports?: SimAirport[]
  beside?: ReactNode
  isAlone?: boolean
  /** Of the server, by their names in its environment. */
  settings?: Record<string, string>
}

const START_MS = Date.UTC(2026, 6, 1, 8)
const SEED = 1
export const CHINA = loadSimAirports()
const NAMED = ['ZBAA', 'ZGGG', 'ZSPD', 'ZSSS']
/** Every tenth and those named in tests: each desk reads the reports of all its airports. */
const AIRPORTS = CHINA.filter(({ icao_code }, i) => i % 10 === 0 || NAMED.includes(icao_code))
const weatherAt = (airports: SimAirport[]) =>
  createSyntheticWeather({
    seed: SEED,
    airports,
    storms: createStormField({ seed: SEED, scenario: DEFAULT_STORM, startedAtMs: START_MS, recordsPerSecond: 0 }),
  })
/** A server's nowcast with some of its parts. */
export const nowcastWith = (parts: { latest(): unknown; sampler: NowcastService['sampler'] }): NowcastService => ({
  ...createNoNowcast(),
  hasStrikes: true,
  latest: parts.latest as NowcastService['latest'],
  sampler: parts.sampler,
})
/** An airport as that list has them, by another code. */
export const simAirport = (icao: string): SimAirport => ({ ...CHINA[0]!, icao_code: icao })
/** Shared by all desks, since it caches its computed moments. */
const weather = weatherAt(AIRPORTS)

const USER_HEADER = 'x-user'
const ROLES = JSON.stringify({ acknowledge: ['li'], configure: ['li'] })
/** Users are identified by a proxy. */
const WITH_ROLES = {
  ACCESS: 'oidc',
  OIDC_IDENTITY_HEADER: USER_HEADER,
  TRUSTED_PROXIES: '10.0.0.1',
  ROLES_FILE: 'roles',
  PUBLIC_ORIGIN: location.origin,
}

/**
 * The desk without its map, over an in-memory server with the simulator's world, seed 1. The test controls time by
 * `pass`, and strikes. `layers` are overlays whose layer is mounted too, since it loads the data of their panels; it
 * draws nothing. While the service `isOut`, its responses come from an expired cache. With `guarded` the server
 * evaluates these places and those that were `drawn`; the user is signed in as `li` with all rights, or as `as` without
 * a role, or anonymous (null); alarms are sent to `channels`, which need a `post`. `nowcast` and `accumulations` are
 * the server's; absent by default. `beside` is rendered beside the desk, or `isAlone`, which takes a fraction of
 * the time. The list of airports, some of China's by default or `airports`, loads after `airportsAfter`.
 */
export async function openDesk(
  address = '/',
  {
    layers = [],
    isOut = () => false,
    guarded,
    drawn = [],
    as = 'li',
    channels = [],
    post,
    faults = {},
    nowcast,
    accumulations,
    airportsAfter,
    airports = AIRPORTS,
    beside,
    isAlone = false,
    settings = {},
  }: DeskOptions = {},
) {
  const clock = createFakeClock(START_MS, rest)
  deskClock = clock
  history.replaceState(null, '', address)
  const world = createSyntheticSource({
    clock,
    seed: SEED,
    recordsPerSecond: 0,
    storm: DEFAULT_STORM,
    startedAtMs: START_MS,
    airports,
    weather: airports === AIRPORTS ? weather : weatherAt(airports),
  })
  const asked: string[] = []
  const standard: typeof world.standard = async (...asked) => ({ ...(await world.standard(...asked)), stale: isOut() })
  const source = { ...world, strikes: async () => [], standard }
  const ways = readChannels(JSON.stringify(channels))
  const heard = { clock, history: setUpHistory({ clock }).history, channels: ways.ok ? ways.value : [] }
  const watched = guarded && (await setUpWatch({ ...heard, places: guarded, ...(post && { post }) }))
  const settingsFaults = createSettingsFaults()
  for (const [name, problems] of Object.entries(faults)) settingsFaults.set(name, problems)
  watched?.places.setDrawn(new Map(drawn.map((place) => [place.id, place])))
  const { app } = watched
    ? setUpAccess(as === null ? {} : WITH_ROLES, as === null ? {} : { roles: ROLES }, {
        clock,
        source,
        history: watched.history,
        watch: watched.watch,
        places: watched.places,
        faults: settingsFaults,
      })
    : setUpAppServer(settings, {
        clock,
        source,
        nowcast,
        ...(accumulations && { accumulations: accumulations as Accumulations }),
      })
  const lightning = new FakeStrikeServer({ clock })
  const metar = createFakeSockets()
  const environment: Environment = {
    clock,
    random: () => 0,
    async fetch(url, init) {
      const { pathname, search } = new URL(url, location.origin)
      asked.push(pathname + search)
      if (pathname.endsWith(standardEndpoints.airports.path)) await airportsAfter
      const request = new Request(location.origin + pathname + search, init)
      request.headers.set('host', location.host) // which only the tests' document keeps from being given above
      if (!watched) return app.fetch(request)
      if (as !== null) request.headers.set(USER_HEADER, as)
      if (init?.method !== 'GET') {
        request.headers.set('origin', location.origin)
        request.headers.set('sec-fetch-site', 'same-origin')
        // Without it the server creates another request, from which the test document takes these headers.
        request.headers.set('content-length', String(String(init?.body ?? '').length))
      }
      return app.fetch(request, { incoming: { socket: { remoteAddress: '10.0.0.1' } } } as never)
    },
    openSocket(url, headers) {
      if (url.includes(LIGHTNING_PATHS.socket)) return lightning.openSocket(url, headers)
      const socket = metar.openSocket(url, headers) as FakeSocket
      clock.after(20, () => socket.accept())
      return socket
    },
  }
  const commands = createCommands()
  const codecs = choiceCodecs(overlays)
  loadStore(codecs, storeBrowser, commands)
  applyAppearance(words)
  const { connection } = await connect(environment)
  connection.live.startRest()
  const stops = [
    usePage.subscribe(() => applyAppearance(words)),
    followStore(codecs, storeBrowser, createCamera(commands)),
    ...[...overlays, ...parts].map((each) => each.attach?.(connection)),
  ]
  const shown = overlays.filter(({ id }) => layers.includes(id))
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } })
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  render(
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queries}>
        <ServerConnectionProvider value={connection}>
          <CommandsProvider value={commands}>
            <DeskPartsProvider value={parts}>
              <Suspense>{isAlone ? null : <Desk overlays={overlays} />}</Suspense>
              <Suspense>{beside}</Suspense>
              <Suspense>{shown.map(({ id, Layer }) => Layer && <Layer key={id} />)}</Suspense>
            </DeskPartsProvider>
          </CommandsProvider>
        </ServerConnectionProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  )
  onTestFinished(() => {
    cleanup()
    for (const stop of stops) stop?.()
    resetStores()
    localStorage.clear()
    sessionStorage.clear()
  })

  /** Advances time, and renders the results. */
  const pass = (ms: number) =>
    act(async () => {
      await vi.dynamicImportSettled() // waits for lazily loaded code
      await clock.advance(ms)
    })
  await pass(1_000)
  await pass(1_000)
  return {
    user,
    clock,
    pass,
    /** The watch of the server, where it has one. */
    watched,
    /** The lightning line's other end: cut, stalled, or silent. */
    lightning,
    /** Requested paths with queries. */
    asked,
    /** Strikes; the page receives them within a second. */
    async strike(...records: StrikeRecord[]) {
      for (const record of records) lightning.arrived.push({ record, atMs: clock.now() })
      await pass(2_000)
    },
    /** Reports arrive over the feed. */
    async report(...data: ReportRecord[]) {
      metar.newest.push({ type: 'new_metar_arrived', data })
      await pass(1_000)
    },
  }
}
