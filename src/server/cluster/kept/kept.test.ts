import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { createFakeEventLog } from '../../../testing/cluster/fake-event-log.ts'
import { createFakeKeptStore } from '../../../testing/cluster/fake-kept-store.ts'
import { openKeepingProcess } from '../../../testing/cluster/keeping-process.ts'
import { expectSamePast } from '../../../testing/cluster/same-past.ts'
import { registerHistorySuite } from '../../../testing/engines/history-suite.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'
import { recordsSince } from '../../history/records-since.ts'
import type { LogEntry } from '../messages.ts'
import { createFilledHistory } from './filled-history.ts'
import { minuteKey, readState, STATE_KEY } from './kept-forms.ts'

const HEARD_MS = 80 * MINUTE_MS
const END_MS = START_MS + HEARD_MS
const MINUTE = START_MS / MINUTE_MS

registerHistorySuite('SQLite on disk, all of which is there', () => {
  const { clock, history, reopen } = setUpHistory()
  const filler = { ensure: async () => {}, close() {} }
  return {
    clock,
    history: createFilledHistory(history, filler),
    reopen: async () => createFilledHistory(await reopen(), filler),
  }
})

const batch = (...times: number[]): LogEntry => ({
  of: 'lightning',
  event: { kind: 'batch', records: times.map((ms) => strikeAt(ms)) },
})
const observed = (of: 'lightning' | 'metar', fromMs: number, toMs: number) =>
  ({ of, event: { kind: 'observed', fromMs, toMs } }) as LogEntry

/** A process with eighty minutes of history, with a gap, and stored final minutes. */
async function heardWorld() {
  const { log: eventLog, messages } = createFakeEventLog()
  const kept = createFakeKeptStore()
  const own = setUpHistory()
  const first = await openKeepingProcess({ own, eventLog, store: kept.store })
  for (let at = 0; at < HEARD_MS; at += MINUTE_MS) {
    const ms = START_MS + at
    const obs_time = new Date(ms).toISOString()
    const isHole = at === 30 * MINUTE_MS
    if (!isHole)
      await first.say(batch(ms, ms + 1_000, ms + 1_000 - 40 * SECOND_MS), observed('lightning', ms, ms + MINUTE_MS))
    if (at % (20 * MINUTE_MS) === 0)
      await first.say({
        of: 'metar',
        event: { kind: 'reports', records: [reportRecord({ obs_time, raw_metar: obs_time })] },
      })
    await first.say(observed('metar', ms, ms + MINUTE_MS))
    if (at === 40 * MINUTE_MS) await first.say(batch(START_MS + 37 * MINUTE_MS))
    // Long after it was final, and stored.
    if (at === 50 * MINUTE_MS) {
      await sealed(own)
      await first.keeper.keep()
      await first.say(batch(START_MS + 10 * MINUTE_MS + 5))
    }
    await own.clock.advance(MINUTE_MS)
  }
  await sealed(own)
  await first.keeper.keep()
  return { eventLog, messages, kept, own, first }
}

/** Maintenance runs in rounds until it is done. */
async function sealed({ history, clock }: ReturnType<typeof setUpHistory>): Promise<void> {
  const due = Math.floor((clock.now() - 17 * MINUTE_MS) / MINUTE_MS)
  while ((await history.sealed.to()) < due) await history.maintain()
}

/** Another process of that world, with an empty disk unless it has one. */
async function another(
  { eventLog, kept }: Pick<Awaited<ReturnType<typeof heardWorld>>, 'eventLog' | 'kept'>,
  own = setUpHistory(),
) {
  await own.clock.advance(END_MS - own.clock.now())
  return { own, ...(await openKeepingProcess({ own, eventLog, store: kept.store })) }
}

it('gives a process with an empty disk the whole history, with the end from the log', async () => {
  const world = await heardWorld()
  const state = (await readState(world.kept.store, world.eventLog.identity))!
  expect(state.sealedTo).toBe(MINUTE + 64)
  expect(state.from).toBeGreaterThan(100)
  const { history } = await another(world)
  await expectSamePast(history, world.own.history, START_MS - HOUR_MS, END_MS + HOUR_MS)
  expect(await history.memory.recall()).toEqual(await world.own.history.memory.recall())
})

it('copies requested minutes at once, and all others in the background', async () => {
  const world = await heardWorld()
  const { own, history, isWhole } = await another(world)
  const asked = () => world.kept.asked.includes(minuteKey(MINUTE + 5))
  // Requested minutes have priority right after the start.
  const askedToBegin = world.kept.asked.length
  await own.clock.advance(900)
  expect([world.kept.asked.length, asked(), isWhole()]).toEqual([askedToBegin, false, false])
  expect((await history.strikes.block(MINUTE + 5))?.offsetsNs).toHaveLength(3)
  expect([asked(), isWhole()]).toEqual([true, false])
  await own.clock.advance(MINUTE_MS)
  expect(isWhole()).toBe(true)
  await expectSamePast(own.history, world.own.history, START_MS - HOUR_MS, END_MS)
})

it('continues copying after a restart', async () => {
  const world = await heardWorld()
  const begun = await another(world)
  world.kept.faults.isOut = true
  await begun.own.reopen()
  world.kept.faults.isOut = false
  const { own, isWhole } = await another(world, begun.own)
  expect(isWhole()).toBe(false)
  await own.clock.advance(MINUTE_MS)
  expect(isWhole()).toBe(true)
  await expectSamePast(own.history, world.own.history, START_MS - HOUR_MS, END_MS)
})

it('keeps a minute again when something came late, and who has the disk reads the log alone', async () => {
  const world = await heardWorld()
  await world.first.say(batch(START_MS + 10 * MINUTE_MS + 7), batch(END_MS))
  await world.own.clock.advance(2 * MINUTE_MS)
  await world.first.say(batch(world.own.clock.now()))
  await sealed(world.own)
  await world.first.keeper.keep()
  const { history } = await another(world)
  expect((await history.strikes.block(MINUTE + 10))?.offsetsNs).toHaveLength(5)
  await expectSamePast(history, world.own.history, START_MS - HOUR_MS, END_MS)
})

it('reads the whole log if the stored state is invalid, or of another log', async () => {
  const world = await heardWorld()
  const state = world.kept.byKey.get(STATE_KEY)!
  for (const [identity, bytes] of [
    ['another', state],
    [world.eventLog.identity, new TextEncoder().encode('?')],
  ] as const) {
    world.kept.byKey.set(STATE_KEY, bytes)
    const { own, history, isWhole } = await another({ ...world, eventLog: { ...world.eventLog, identity } })
    expect(isWhole()).toBe(true)
    await sealed(own)
    // Late strikes are in the minute.
    expect(await recordsSince(history.strikes, 0)).toEqual(await recordsSince(world.own.history.strikes, 0))
  }
})
