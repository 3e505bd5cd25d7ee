import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { LIGHTNING_PATHS } from '../src/contract/lightning.ts'
import { applicationId } from '../src/server/contract/accounts/keyring.ts'
import { type ScriptedPast, writeScriptedPast } from '../src/testing/fakes/scripted-past.ts'
import { type StillWorld, writeStillPast } from '../src/testing/fakes/still-past.ts'
import { type Program, startProgram } from './process.ts'

const APP = 'src/server/main.ts'
/** The same with the page of another root, named by `BUILD_ROOT`. */
const APP_OF_ANOTHER_BUILD = 'e2e/serve-build.ts'
/** The same at a moment named by `STILL_AT`. */
const APP_OF_A_FROZEN_WORLD = 'e2e/frozen-world.ts'
/** The same from `BEGINS_AGO_MIN` minutes before now on, until signalled to catch up. */
const APP_OF_A_CATCH_UP_WORLD = 'e2e/catch-up-world.ts'
const SIMULATOR = 'src/simulator/main.ts'
/** The complete log, so that tests can search it. */
const APP_ENV = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'debug' }

/** A running Brontide. */
export interface Brontide {
  /** Its origin. */
  url: string
  /** Everything the server has printed. */
  log(): string
  close(): Promise<void>
}

/** The upstream's record of our requests. */
export interface Ledger {
  requests: { total: number; peakPerSecond: number; rateLimited: number }
  sockets: { now: number; peak: number; refused: number }
  pointsSpent: number
  calls: Record<string, number>
  tokensIssued: number
}

/** A strike as the wire names it; `id` is its identity: time, latitude and longitude as they were written. */
export interface WireStrike {
  id: string
  timeMs: number
  arrivedAtMs: number
  lat: number
  lon: number
}

/** A separate simulator with its limits on, in place of the upstream. */
export interface Upstream {
  /** Its record of Brontide since its last start. */
  ledger(): Promise<Ledger>
  strikes(minutes: number): Promise<WireStrike[]>
  /** Dies as by a crash. */
  kill(): Promise<void>
  /** Restarts on the same port. */
  restart(): Promise<void>
}

export interface RelayedBrontide extends Brontide {
  upstream: Upstream
  /** The key that Brontide was given. */
  apiKey: string
}

/** For its simulator, a third of the usual records a second: strikes everywhere, with less work for pages. */
export const FEWER_STRIKES = { SIMULATOR_RATE: '20' }

/** Brontide alone, with a built-in simulator. `BUILD_ROOT` serves the page of another build. */
export async function startSimulated(env: Record<string, string> = {}): Promise<Brontide> {
  return startApp(env)
}

/** The same for another source tree, with its own server and page. */
export function startTree(root: string): Promise<Brontide> {
  return startApp({}, undefined, root)
}

export interface RememberingBrontide extends Brontide {
  past: ScriptedPast
}

/** Brontide alone, with a known past: the scripted storm three hours ago. */
export async function startRemembering(): Promise<RememberingBrontide> {
  let past: ScriptedPast | null = null
  const brontide = await startApp({}, async (folder) => {
    past = await writeScriptedPast(folder, Date.now())
  })
  if (!past) throw new Error('Brontide was started without its past.')
  return { ...brontide, past }
}

/** The moment of the still world: a summer afternoon in China. */
export const STILL_AT_MS = Date.UTC(2026, 6, 1, 8)

/** Brontide alone in a frozen world; by default with a storm approaching Shanghai Pudong. */
export function startStill({
  scenario = 'crossing',
  recordsPerSecond = 30,
}: Partial<StillWorld> = {}): Promise<Brontide> {
  const env = {
    STILL_AT: new Date(STILL_AT_MS).toISOString(),
    SIMULATOR_STORM: scenario,
    SIMULATOR_RATE: String(recordsPerSecond),
  }
  return startApp(env, (folder) => writeStillPast(folder, { atMs: STILL_AT_MS, recordsPerSecond, scenario }))
}

export interface HurriedBrontide extends Brontide {
  /** Runs all remaining time up to now. */
  catchesUp(): Promise<void>
}

/** Brontide alone, in a world this many minutes in the past; skips some of them when it catches up. */
export async function startBehind(
  { beginsAgoMin, sleepsMin }: { beginsAgoMin: number; sleepsMin: number },
  env: Record<string, string>,
): Promise<HurriedBrontide> {
  const world = { BEGINS_AGO_MIN: String(beginsAgoMin), SLEEPS_MIN: String(sleepsMin) }
  const { pid, ...brontide } = await startApp({ ...env, ...world })
  return {
    ...brontide,
    async catchesUp() {
      process.kill(pid, 'SIGUSR2')
      while (!brontide.log().includes('It is now.')) await setTimeout(100)
    },
  }
}

/** Brontide over an upstream, which may be given further flags of the simulator. */
export async function startRelayed(flags: string[] = []): Promise<RelayedBrontide> {
  const apiKey = `sk-e2e-${crypto.randomUUID()}`
  const own = `sk-e2e-look-${crypto.randomUUID()}` // our own looks must not count as Brontide's
  const fixed = ['--key', apiKey, '--key', own, ...flags]
  let simulator = await startSimulator(['--port', '0', ...fixed])
  const { port, UPSTREAM_BASE_URL, UPSTREAM_SPECIAL_URL, UPSTREAM_SPECIAL_WS_URL } = JSON.parse(
    simulator.readyLine,
  ) as Record<string, string>

  const upstream: Upstream = {
    async ledger() {
      const answer = await fetch(`${UPSTREAM_BASE_URL}/simulator/status`)
      const { applications } = (await answer.json()) as { applications: (Ledger & { application: string })[] }
      const found = applications.find(({ application }) => application === applicationId(apiKey))
      if (!found) throw new Error('The upstream knows nothing of Brontide yet.')
      return found
    },
    async strikes(minutes) {
      const headers = { authorization: `Bearer ${own}` }
      const ask = () => fetch(`${UPSTREAM_SPECIAL_URL}${LIGHTNING_PATHS.strikes}?minutes=${minutes}`, { headers })
      let answer = await ask()
      while (answer.status === 429) {
        await setTimeout(Number(answer.headers.get('retry-after')) * 1_000)
        answer = await ask()
      }
      return readStrikes(await answer.text())
    },
    kill: () => simulator.kill(),
    async restart() {
      simulator = await startSimulator(['--port', String(port), ...fixed])
    },
  }

  try {
    const app = await startApp({
      UPSTREAM_BASE_URL: UPSTREAM_BASE_URL!,
      UPSTREAM_SPECIAL_URL: UPSTREAM_SPECIAL_URL!,
      UPSTREAM_SPECIAL_WS_URL: UPSTREAM_SPECIAL_WS_URL!,
      UPSTREAM_API_KEY: apiKey,
    })
    return {
      ...app,
      upstream,
      apiKey,
      async close() {
        await app.close()
        await simulator.stop()
      },
    }
  } catch (error) {
    await simulator.stop()
    throw error
  }
}

function startSimulator(args: string[]): Promise<Program> {
  return startProgram(SIMULATOR, { args: [...args, '--json'], ready: /^\{"port":/ })
}

/** `prepare` gets the folder in which the server will find its history. */
async function startApp(
  env: Record<string, string>,
  prepare: (folder: string) => Promise<void> = async () => {},
  root = dirname(import.meta.dirname),
): Promise<Brontide & { pid: number }> {
  const page = join(root, 'dist', 'page', 'index.html')
  if (!existsSync(page)) throw new Error('The page is not built: npm run build, or npm test, which does it.')
  const folder = await mkdtemp(join(tmpdir(), 'brontide-e2e-data-'))
  const forget = () => rm(folder, { recursive: true, force: true })
  const settings = { ...APP_ENV, DATA_DIR: folder, ...env }
  const [file] = [
    'STILL_AT' in env && APP_OF_A_FROZEN_WORLD,
    'BEGINS_AGO_MIN' in env && APP_OF_A_CATCH_UP_WORLD,
    'BUILD_ROOT' in env && APP_OF_ANOTHER_BUILD,
    APP,
  ].filter((each) => each !== false)
  const program = await prepare(folder)
    .then(() => startProgram(file!, { env: settings, root, ready: /^Brontide is at / }))
    .catch(async (error) => {
      await forget()
      throw error
    })
  const url = /http:\/\/[^/\s]+/.exec(program.readyLine)?.[0]
  if (!url) throw new Error(`No address in "${program.readyLine}".`)
  await untilReady(url)
  return { url, pid: program.pid, log: program.output, close: () => program.stop().finally(forget) }
}

/** A start is over when there is something to show: on a slow machine that is some seconds after the server listens. */
async function untilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/readyz`)).ok) await setTimeout(100)
}

/** Parses unique strikes with their digits unchanged: `time` exceeds the precision of a double. */
export function readStrikes(json: string): WireStrike[] {
  const exact = json.replace(/"time":\s*(\d+)/g, '"time":"$1"')
  const { data } = JSON.parse(exact) as { data: { time: string; lat: number; lon: number; arrived_at: string }[] }
  const strikes = data.map(({ time, lat, lon, arrived_at }) => ({
    id: `${time}/${lat}/${lon}`,
    timeMs: Number(time.slice(0, -6)),
    arrivedAtMs: Date.parse(arrived_at),
    lat,
    lon,
  }))
  return [...new Map(strikes.map((strike) => [strike.id, strike])).values()]
}
