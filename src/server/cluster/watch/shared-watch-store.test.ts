import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { createFakeEventLog } from '../../../testing/cluster/fake-event-log.ts'
import { createFakeKeptStore } from '../../../testing/cluster/fake-kept-store.ts'
import { allOf, fillWatchStore, raise, registerWatchStoreSuite } from '../../../testing/engines/watch-store-suite.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { silentLog as log } from '../../../testing/fakes/silent-log.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { createSqliteHistory } from '../../history/sqlite/sqlite-history.ts'
import type { NumberedChange } from '../../history/watch-store.ts'
import { openSharedWatchStore } from './shared-watch-store.ts'
import { CHANGES_WAITING_MAX, RAISED_WAITING_MAX } from './watch-writer.ts'

/** A shared log, and processes with separate disks. */
function setUp() {
  const clock = createFakeClock()
  const { log: watchLog, messages, faults } = createFakeEventLog<NumberedChange>()
  const kept = createFakeKeptStore()
  const newDisk = () => createSqliteHistory({ dir: temporaryFolder(), name: 'history.sqlite', hours: 1, clock, log })
  const open = (disk = newDisk(), keepMs = 400 * DAY_MS) =>
    openSharedWatchStore({ watchLog, kept: kept.store, history: disk, keepMs, clock, log })
  return {
    clock,
    watchLog,
    messages,
    faults,
    kept,
    newDisk,
    open,
    async lead(disk = newDisk()) {
      const store = await open(disk)
      await store.lead(() => true)
      return store
    },
  }
}

registerWatchStoreSuite('that several processes share', async () => {
  const { clock, newDisk, lead } = setUp()
  const disk = newDisk()
  return { clock, store: await lead(disk), reopen: () => lead(disk) }
})

it('has all changes of the leader at each process, each alarm once and in order, and none of a former leader', async () => {
  const { clock, open, lead } = setUp()
  const one = await lead()
  const two = await open()
  const heard: string[] = []
  two.onAlarms((alarms) => heard.push(...alarms.map(({ rev, alarm }) => `${rev} ${alarm.id}`)))
  await fillWatchStore(one, clock)
  expect(await allOf(two)).toEqual(await allOf(one))
  // The former leader has not noticed yet.
  await two.lead(() => true)
  expect([await raise(one, 'late'), await raise(two, 'next')]).toEqual([[], ['5 next']])
  expect(await allOf(one)).toEqual(await allOf(two))
  expect(heard).toEqual(['1 a0', '2 a1', '3 a2', '4 a1', '5 next'])
})

it('writes simultaneous changes in one message, without known alarms', async () => {
  const { lead, messages } = setUp()
  const store = await lead()
  const told = await Promise.all(['a', 'b', 'a'].map((id) => raise(store, id)))
  expect(told).toEqual([['1 a'], ['2 b'], []])
  expect(messages.map((changes) => changes.length)).toEqual([0, 3])
})

it('writes nothing without the lease, and is not the leader after it', async () => {
  const store = await setUp().open()
  expect(await raise(store, 'a')).toEqual([])
  let isHeld = true
  await store.lead(() => isHeld)
  isHeld = false
  expect(await raise(store, 'a')).toEqual([])
  isHeld = true
  expect(await raise(store, 'a')).toHaveLength(1)
  await store.stopLeading()
  expect(await store.lead(() => false)).toBe(false)
})

it('starts on an empty disk from stored parts and the end of the log, and restarts without them', async () => {
  const { clock, open, lead, kept, newDisk } = setUp()
  const one = await lead()
  await fillWatchStore(one, clock, 600)
  await clock.advance(15_001)
  expect([...kept.byKey.keys()]).toContain('alarms.1')
  await raise(one, 'after', 'mail')
  await one.write({ states: [['place/7', 'x']], settled: [{ channel: 'hook', alarmId: 'a5' }] })
  const disk = newDisk()
  const two = await open(disk)
  expect(await allOf(two)).toEqual(await allOf(one))
  two.close()
  kept.faults.isOut = true
  await one.write({ states: [['place/8', 'y']] })
  expect(await allOf(await open(disk))).toEqual(await allOf(one))
  // Changed parts alone are stored, also by another leader.
  kept.faults.isOut = false
  await clock.advance(30_002)
  const three = await lead()
  const before = new Map(kept.byKey)
  await raise(three, 'more')
  await clock.advance(15_001)
  const changed = [...kept.byKey].filter(([key, bytes]) => before.get(key) !== bytes).map(([key]) => key)
  expect(changed.sort()).toEqual(['alarms.1', 'state'])
})

it('moves the alarms of a machine to a new shared log', async () => {
  const { clock, open, lead, newDisk } = setUp()
  const disk = newDisk()
  await fillWatchStore(disk.watch, clock)
  const before = await allOf(disk.watch)
  const two = await open()
  expect([await allOf(await lead(disk)), await allOf(two)]).toEqual([before, before])
})

it('deletes old alarms on each machine and in the stored parts', async () => {
  const { clock, open, kept, newDisk } = setUp()
  const one = await open(newDisk(), HOUR_MS)
  const two = await open(newDisk(), HOUR_MS)
  await one.lead(() => true)
  await fillWatchStore(one, clock)
  await clock.advance(15_001)
  const full = kept.byKey.get('alarms.0')!.length
  await clock.advance(2 * HOUR_MS)
  await one.write({ states: [['place/1', 'now']] })
  await clock.advance(15_001)
  for (const store of [one, two]) expect((await allOf(store)).alarms).toEqual([])
  expect(kept.byKey.get('alarms.0')!.length).toBeLessThan(full)
})

it('can be opened again after NATS did not respond, or the log lost its end', async () => {
  const { clock, open, lead, kept, faults, watchLog, newDisk } = setUp()
  const one = await lead()
  await fillWatchStore(one, clock)
  await clock.advance(15_001)
  const disk = newDisk()
  for (const line of [kept.faults, faults]) {
    line.isOut = true
    await expect(open(disk)).rejects.toThrow('out')
    line.isOut = false
  }
  const { bounds } = watchLog
  watchLog.bounds = async () => ({ first: 1, last: 99 })
  const rejected = expect(open(disk)).rejects.toThrow('lost its end')
  watchLog.bounds = bounds
  await clock.advance(5_000)
  await rejected
  expect(await allOf(await open(disk))).toEqual(await allOf(one))
})

it('refuses changes behind a thousand others, and yields the lease before the limit of raised alarms', async () => {
  const { clock, open, faults } = setUp()
  const store = await open()
  const fenced: string[] = []
  await store.lead(
    () => true,
    (why) => fenced.push(why),
  )
  faults.isOut = true
  const told: Promise<string[]>[] = []
  const raiseMany = (count: number) => {
    for (let i = 0; i < count; i++) told.push(raise(store, `a${told.length}`))
  }
  raiseMany(1)
  await clock.advance(1_000)
  raiseMany(CHANGES_WAITING_MAX - 1)
  expect(store.isFull()).toBe(false)
  raiseMany(1)
  expect(store.isFull()).toBe(true)
  raiseMany(RAISED_WAITING_MAX - CHANGES_WAITING_MAX)
  expect([fenced, store.leads()]).toEqual([[], true])
  raiseMany(3)
  expect([fenced, store.leads()]).toEqual([['too many changes wait for the alarm log'], false])
  await clock.advance(1_000)
  expect((await Promise.all(told)).flat()).toEqual([])
  faults.isOut = false
  await store.lead(() => true)
  expect([store.isFull(), await store.alarms({ afterRev: 0, limit: 10 })]).toEqual([false, []])
})

it('takes no change behind one that the log has not taken for six seconds, or behind millions of characters', async () => {
  const { clock, lead, faults } = setUp()
  const store = await lead()
  faults.isOut = true
  const written = raise(store, 'a')
  await clock.advance(5_900)
  expect(store.isFull()).toBe(false)
  await clock.advance(300)
  expect(store.isFull()).toBe(true)
  faults.isOut = false
  await clock.advance(200)
  expect([store.isFull(), await written]).toEqual([false, ['1 a']])
  faults.isOut = true
  void raise(store, 'b')
  await clock.advance(100)
  for (let i = 0; i < 80; i++) void store.write({ states: [[`drawn/${i}`, 'x'.repeat(100_000)]] })
  expect(store.isFull()).toBe(true)
})

it('takes many states in messages that NATS takes, and leaves out one that fits in none', async () => {
  const { open, lead, messages } = setUp()
  const one = await lead()
  const two = await open()
  const states = Array.from({ length: 40 }, (_, i) => [`drawn/${i}`, 'x'.repeat(100_000)] as const)
  await one.write({ states: [...states, ['drawn/long', 'x'.repeat(400_000)]] })
  for (const changes of messages) expect(JSON.stringify(changes).length).toBeLessThan(1_000_000)
  expect((await two.states('drawn/')).size).toBe(40)
})
