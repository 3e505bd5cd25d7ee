import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../src/core/time/clock.ts'
import { MINUTE_MS } from '../src/core/time/durations.ts'
import { run } from '../src/server/run.ts'
import { createFakeClock } from '../src/testing/fakes/fake-clock.ts'

/**
 * Brontide's server in a world that begins `BEGINS_AGO_MIN` minutes ago, and continues in real time. At SIGUSR2 it
 * skips `SLEEPS_MIN`, like a machine that slept, and then runs the rest as fast as possible up to now.
 */
const { BEGINS_AGO_MIN: agoMin = '', SLEEPS_MIN: sleepsMin = '', ...env } = process.env
/** Short compared with all timeouts, so that concurrent requests are served in time. */
const STEP_MS = 1_000

const agoMs = Number(agoMin) * MINUTE_MS
const clock = createFakeClock(Date.now() - agoMs)
Object.assign(systemClock, clock)
// Pages correct their clocks by the server's time, from response headers.
Object.defineProperty(ServerResponse.prototype, 'sendDate', { get: () => false, set: () => {} })
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
  this.setHeader('date', new Date(clock.now()).toUTCString())
  return Reflect.apply(writeHead, this, args)
} as typeof writeHead

let behindMs = agoMs
process.once('SIGUSR2', () => {
  clock.step(Number(sleepsMin) * MINUTE_MS)
  behindMs = 0
})
void keepTime()
await run({ env, root: join(import.meta.dirname, '..'), say })

async function keepTime(): Promise<never> {
  let hasCaughtUp = false
  for (;;) {
    const leftMs = Date.now() - behindMs - clock.now()
    await clock.advance(Math.max(0, Math.min(STEP_MS, leftMs)))
    if (behindMs === 0 && leftMs < STEP_MS && !hasCaughtUp) {
      hasCaughtUp = true
      say('It is now.')
    }
    await setTimeout(leftMs > STEP_MS ? 1 : 4)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
