import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { destination } from 'pino'
import { systemClock } from '../core/time/clock.ts'
import { createLog } from '../server/config/log.ts'
import { FIRST_REACH_MS } from '../server/config/open-source.ts'
import { readFlags, SIMULATOR_USAGE, type SimulatorFlags } from './program/flags.ts'
import { createSimulatorServer } from './program/simulator-server.ts'
import { loadSimAirports } from './source/metar/sim-airports.ts'
import { openReplay, replayLine } from './source/replay/replay.ts'
import { STORM_NAMES } from './source/scenarios/scenarios.ts'
import { createSyntheticSource } from './source/synthetic-source.ts'

/** `npm run simulator`: a simulated upstream for other programs to connect to. */

const read = readFlags(process.argv.slice(2), STORM_NAMES)
if (!read.ok) {
  refuse(read.problems)
} else if (read.flags.help) {
  process.stdout.write(SIMULATOR_USAGE)
} else {
  await run(read.flags)
}

function refuse(problems: readonly string[]): void {
  process.stderr.write(`The simulator does not start:\n${problems.map((line) => `  ${line}\n`).join('')}`)
  process.exitCode = 2
}

async function run(flags: SimulatorFlags): Promise<void> {
  const log = createLog('info', destination(2)) // standard output is for the addresses
  const clock = systemClock
  const airports = loadSimAirports()
  const startMs = clock.now() - FIRST_REACH_MS
  const opened = flags.replay ? await openReplay(flags.replay, { startMs, airports }) : null
  if (opened && !opened.ok) return refuse([opened.problem])
  const replay = opened?.replay ?? null
  if (replay) process.stderr.write(`${replayLine(replay)}\n`)
  const source = createSyntheticSource({
    clock,
    seed: flags.seed,
    recordsPerSecond: flags.recordsPerSecond,
    storm: flags.storm,
    replay,
    startedAtMs: clock.now(),
    airports: replay?.airports ?? airports,
  })
  const { keys, unlimited, faults } = flags
  const simulator = createSimulatorServer({ source, clock, secret: randomBytes(32), keys, unlimited, faults, log })
  const http = createAdaptorServer({ fetch: simulator.app.fetch }) as Server
  simulator.attach(http)
  http.on('error', (error) => {
    log.fatal({ error: error.message }, 'simulator failed to listen')
    process.exit(1)
  })
  await source.start()
  http.listen(flags.port, flags.host, () => {
    process.stdout.write(announcement(flags, (http.address() as AddressInfo).port))
  })

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      http.close()
      await simulator.close()
      await source.close()
      http.closeAllConnections()
    })
  }
}

/** Its addresses, as settings for the connecting program. */
function announcement({ host, keys, json }: SimulatorFlags, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host
  const settings = {
    UPSTREAM_BASE_URL: `http://${name}:${port}`,
    UPSTREAM_SPECIAL_URL: `http://${name}:${port}`,
    UPSTREAM_SPECIAL_WS_URL: `ws://${name}:${port}`,
  }
  if (json) return `${JSON.stringify({ port, ...settings })}\n`
  const key = keys.length > 0 ? 'one of the keys it was started with' : 'any key that starts with sk-'
  const lines = Object.entries(settings).map(([setting, value]) => `  ${setting}=${value}\n`)
  return `The simulator of the upstream listens; its data is SIMULATED. Set:\n${lines.join('')}  UPSTREAM_API_KEY: ${key}\n`
}
