import { expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { createFakeEventLog } from '../../../testing/cluster/fake-event-log.ts'
import { createFakeKeptStore } from '../../../testing/cluster/fake-kept-store.ts'
import { batchEntry, observedEntry } from '../../../testing/cluster/shared-source-kit.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { silentLog as log } from '../../../testing/fakes/silent-log.ts'
import { START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'
import type { History } from '../../history/history.ts'
import { lateRecords, recordsSince } from '../../history/records-since.ts'
import { catchUp } from '../catch-up.ts'
import type { EventLog } from '../engine.ts'
import type { LogEntry } from '../messages.ts'
import { createKeeper } from './keeper.ts'
import { minuteKey, readState, STATE_KEY } from './kept-forms.ts'
import { openPast } from './open-past.ts'

const END_MS = START_MS + 80 * MINUTE_MS
const MINUTE = START_MS / MINUTE_MS

const batch = (...times: number[]) => batchEntry(...times.map((ms) => strikeAt(ms)))
const observed = (of: 'lightning' | 'metar', fromMs: number) => observedEntry(fromMs, fromMs + MINUTE_MS, of)

type Shared = Pick<ReturnType<typeof createFakeKeptStore>, 'store'> & { eventLog: EventLog }

/** A process: copies its history from the store, follows the log, and stores it for others. */
async function openProcess({ store, eventLog }: Shared, own = setUpHistory()) {
  const base = { store, eventLog, clock: own.clock, log }
  const past = await openPast({ ...base, history: own.history })
  let { takenNumber } = past
  const { identity } = eventLog
  const keeper = createKeeper({ ...base, ...past, identity, mayKeep: past.isWhole, takenNumber: () => takenNumber })
  return {
    ...past,
    own,
    /** Writes a message to the log, and takes it in. */
    async say(...entries: LogEntry[]): Promise<void> {
      takenNumber = (await eventLog.append(entries, takenNumber, String(takenNumber)))!
      await catchUp({ ...base, ...past, from: takenNumber, last: takenNumber, take: past.marks.take })
    },
    /** Stores final minutes. Maintenance runs in rounds until it is done. */
    async keep(): Promise<void> {
      await sealed(own)
      await keeper.keep()
    },
  }
}

/** A process with eighty minutes of history, with a gap, and stored final minutes. */
async function heardWorld() {
  const { log: eventLog } = createFakeEventLog()
  const kept = createFakeKeptStore()
  const first = await openProcess({ store: kept.store, eventLog })
  for (let ms = START_MS; ms < END_MS; ms += MINUTE_MS) {
    const minute = (ms - START_MS) / MINUTE_MS
    const obs_time = new Date(ms).toISOString()
    if (minute !== 30) await first.say(batch(ms, ms + 1_000, ms + 1_000 - 40 * SECOND_MS), observed('lightning', ms))
    const records = minute % 20 === 0 ? [reportRecord({ obs_time, raw_metar: obs_time })] : []
    await first.say({ of: 'metar', event: { kind: 'reports', records } }, observed('metar', ms))
    if (minute === 40) await first.say(batch(START_MS + 37 * MINUTE_MS))
    // Long after it was final, and stored.
    if (minute === 50) {
      await first.keep()
      await first.say(batch(START_MS + 10 * MINUTE_MS + 5))
    }
    await first.own.clock.advance(MINUTE_MS)
  }
  await first.keep()
  return { eventLog, kept, store: kept.store, first, own: first.own }
}

async function sealed({ history, clock }: ReturnType<typeof setUpHistory>): Promise<void> {
  const due = Math.floor((clock.now() - 17 * MINUTE_MS) / MINUTE_MS)
  while ((await history.sealed.to()) < due) await history.maintain()
}

/** Another process of that world, with an empty disk unless it has one. */
async function another(world: Shared, own = setUpHistory()) {
  await own.clock.advance(END_MS - own.clock.now())
  return openProcess(world, own)
}

/** Everything that a history answers of the period. */
async function answersOf(history: History) {
  const { strikes } = history
  const period = [START_MS - HOUR_MS, END_MS + HOUR_MS] as const
  const minutes = await strikes.minutes(...period)
  const late = await lateRecords(strikes, ...period)
  return {
    counts: [...(await strikes.counts(...period))],
    records: await recordsSince(strikes, period[0]),
    sealed: await Promise.all(
      minutes.map(async (minute) => [minute, (await strikes.isSealed(minute)) && (await strikes.sealedFrames(minute))]),
    ),
    // A disk has them in the order in which they came to it.
    late: late.toSorted((a, b) => Number(a.time) - Number(b.time)),
    reports: (await Array.fromAsync(history.reports(...period))).flat(),
    missing: [await history.missing('lightning', ...period), await history.missing('metar', ...period)],
  }
}

const expectSamePast = async (one: History, other: History) =>
  expect(await answersOf(one)).toEqual(await answersOf(other))

it('gives a process with an empty disk the whole history, with the end from the log', async () => {
  const world = await heardWorld()
  const state = (await readState(world.kept.store, world.eventLog.identity))!
  expect(state.sealedTo).toBe(MINUTE + 64)
  expect(state.from).toBeGreaterThan(100)
  const { history } = await another(world)
  // Of minute 10, a late strike came after it was stored.
  expect((await history.strikes.block(MINUTE + 10))?.offsetsNs).toHaveLength(4)
  await expectSamePast(history, world.own.history)
  expect(await history.memory.recall()).toEqual(await world.own.history.memory.recall())
})

it('copies requested minutes at once, and all others in the background, also after a restart', async () => {
  const world = await heardWorld()
  const { faults, store } = world.kept
  const begun = await another(world)
  const get = vi.spyOn(store, 'get')
  // Requested minutes have priority right after the start.
  await begun.own.clock.advance(900)
  expect(get).not.toHaveBeenCalled()
  expect((await begun.history.strikes.block(MINUTE + 5))?.offsetsNs).toHaveLength(3)
  expect(get.mock.calls).toEqual([[minuteKey(MINUTE + 5)]])
  await begun.own.clock.advance(110)
  expect(get.mock.calls.length).toBeGreaterThan(10)
  expect(begun.isWhole()).toBe(false)
  faults.isOut = true
  await begun.own.reopen()
  faults.isOut = false
  const { own, isWhole } = await another(world, begun.own)
  expect(isWhole()).toBe(false)
  await own.clock.advance(MINUTE_MS)
  expect(isWhole()).toBe(true)
  await expectSamePast(own.history, world.own.history)
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
