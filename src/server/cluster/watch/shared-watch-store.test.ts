import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { createFakeEventLog } from '../../../testing/cluster/fake-event-log.ts'
import { createFakeKeptStore } from '../../../testing/cluster/fake-kept-store.ts'
import { createFakeClock, type FakeClock } from '../../../testing/fakes/fake-clock.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { setUpWatch } from '../../../testing/watch-kit.ts'
import { createSqliteHistory } from '../../history/sqlite/sqlite-history.ts'
import type { NumberedChange, WatchStore } from '../../history/watch-store.ts'
import { openSharedWatchStore } from './shared-watch-store.ts'
import { CHANGES_WAITING_MAX, RAISED_WAITING_MAX } from './watch-writer.ts'

const log = pino({ level: 'silent' })

function alarmOf(id: string, at: number): Alarm {
  const place = { id: 'golf', name: 'Golf', nameZh: null, group: null }
  return { id, place, stage: 'alarm', at: new Date(at).toISOString(), acknowledged: null } as unknown as Alarm
}

/** A shared log, and processes with separate disks. */
function setUp() {
  const clock = createFakeClock()
  const watchLog = createFakeEventLog<NumberedChange>()
  const kept = createFakeKeptStore()
  const open = (disk = ownDisk(clock), keepMs = 400 * DAY_MS) =>
    openSharedWatchStore({ watchLog: watchLog.log, kept: kept.store, history: disk, keepMs, clock, log })
  return { clock, watchLog, kept, open }
}

function ownDisk(clock: FakeClock) {
  return createSqliteHistory({ dir: temporaryFolder(), name: 'history.sqlite', hours: 1, clock, log })
}

/** Everything that a store knows. */
async function allOf(store: WatchStore) {
  const waiting = (await store.waiting()).map(({ alarm, channel, attempts }) => [alarm.id, channel, attempts])
  const states = [...(await store.states('place/'))].sort()
  const journal = (await store.journal({ limit: 100 })).map(({ text }) => text)
  const deliveries = await store.deliveries({ limit: 100 })
  return {
    alarms: await store.alarms({ afterRev: 0, limit: 10_000 }),
    states,
    waiting: waiting.sort(),
    journal,
    deliveries,
  }
}

async function fill(store: WatchStore, clock: FakeClock, count = 3): Promise<void> {
  const at = new Date(clock.now()).toISOString()
  for (let i = 0; i < count; i++) {
    const alarms = [{ alarm: alarmOf(`a${i}`, clock.now()), channels: ['mail', 'hook'] }]
    await store.write({ alarms, states: [[`place/${i}`, `{"n":${i}}`]] })
  }
  await store.write({ acknowledged: { alarmId: 'a1', acknowledgement: { by: 'Wei', at, note: '' } } })
  await store.write({ journal: [{ at, by: 'Wei', kind: 'note', subject: null, text: 'quiet so far' }] })
  await store.write({ finished: [delivered('a0', 'mail', clock)], states: [['place/0', null]] })
}

const delivered = (row: string, channel: string, clock: FakeClock) => {
  return {
    row,
    channel,
    atMs: Math.floor(clock.now()),
    attempts: 1,
    outcome: 'accepted' as const,
    receipt: '250 queued',
  }
}

describe('the alarm store of several processes', () => {
  it('has all changes of the leader at each process, each alarm once and in one order', async () => {
    const { clock, open } = setUp()
    const one = await open()
    const two = await open()
    const heard: string[] = []
    two.onAlarms((alarms) => heard.push(...alarms.map(({ rev, alarm }) => `${rev} ${alarm.id}`)))
    await one.lead(() => true)
    await fill(one, clock)
    await one.write({ alarms: [{ alarm: alarmOf('a0', clock.now()), channels: [] }] })
    expect(await allOf(two)).toEqual(await allOf(one))
    expect(heard).toEqual(['1 a0', '2 a1', '3 a2', '4 a1'])
    expect((await two.waiting()).map(({ alarm, channel }) => `${alarm.id} ${channel}`)).toEqual([
      'a0 hook',
      'a1 mail',
      'a1 hook',
      'a2 mail',
      'a2 hook',
    ])
  })

  it('writes simultaneous changes in one message, without known alarms', async () => {
    const { clock, open, watchLog } = setUp()
    const store = await open()
    await store.lead(() => true)
    const write = (id: string) => store.write({ alarms: [{ alarm: alarmOf(id, clock.now()), channels: [] }] })
    const told = await Promise.all([write('a'), write('b'), write('a')])
    expect(told.map((alarms) => alarms.map(({ rev, alarm }) => `${rev} ${alarm.id}`))).toEqual([['1 a'], ['2 b'], []])
    expect(watchLog.messages.map((changes) => changes.length)).toEqual([0, 3])
  })

  it('writes nothing after another process became the leader, also before it notices', async () => {
    const { clock, open } = setUp()
    const one = await open()
    const two = await open()
    await one.lead(() => true)
    await fill(one, clock)
    expect(await two.lead(() => true)).toBe(true)
    const late = await one.write({ alarms: [{ alarm: alarmOf('late', clock.now()), channels: ['mail'] }] })
    expect(late).toEqual([])
    const [next] = await two.write({ alarms: [{ alarm: alarmOf('next', clock.now()), channels: ['mail'] }] })
    expect(next!.rev).toBe(5)
    expect(await allOf(one)).toEqual(await allOf(two))
  })

  it('writes nothing without the lease, and is not the leader after it', async () => {
    const { clock, open } = setUp()
    const store = await open()
    const write = () => store.write({ alarms: [{ alarm: alarmOf('a', clock.now()), channels: [] }] })
    expect(await write()).toEqual([])
    let isHeld = true
    await store.lead(() => isHeld)
    isHeld = false
    expect(await write()).toEqual([])
    isHeld = true
    expect(await write()).toHaveLength(1)
    await store.stopLeading()
    expect(await store.lead(() => false)).toBe(false)
  })

  it('starts on an empty disk from stored parts and the end of the log', async () => {
    const { clock, open, kept } = setUp()
    const one = await open()
    await one.lead(() => true)
    await fill(one, clock, 600)
    await clock.advance(15_001)
    expect([...kept.byKey.keys()]).toContain('alarms.1')
    await one.write({
      alarms: [{ alarm: alarmOf('after', clock.now()), channels: ['mail'] }],
      states: [['place/7', 'x']],
    })
    await one.write({ settled: [{ channel: 'hook', alarmId: 'a5' }] })
    await one.write({ finished: [delivered('a6', 'hook', clock)] })
    expect((await one.deliveries({ limit: 100 })).map(({ row }) => row).sort()).toEqual(['a0', 'a6'])
    const disk = ownDisk(clock)
    const two = await open(disk)
    expect(await allOf(two)).toEqual(await allOf(one))
    // After a restart it continues without the stored parts.
    two.close()
    kept.faults.isOut = true
    await one.write({ states: [['place/8', 'y']] })
    expect(await allOf(await open(disk))).toEqual(await allOf(one))
  })

  it('stores changed parts alone, also after another leader', async () => {
    const { clock, open, kept } = setUp()
    const one = await open()
    const two = await open()
    await one.lead(() => true)
    await fill(one, clock, 600)
    await clock.advance(15_001)
    await clock.advance(15_001)
    await two.lead(() => true)
    const before = new Map(kept.byKey)
    await two.write({ alarms: [{ alarm: alarmOf('more', clock.now()), channels: [] }] })
    await clock.advance(15_001)
    const changed = [...kept.byKey].filter(([key, bytes]) => before.get(key) !== bytes).map(([key]) => key)
    expect(changed.sort()).toEqual(['alarms.1', 'state'])
  })

  it('moves the alarms of a machine to a new shared log', async () => {
    const { clock, open } = setUp()
    const disk = ownDisk(clock)
    await fill(disk.watch, clock)
    const before = await allOf(disk.watch)
    const one = await open(disk)
    const two = await open()
    await one.lead(() => true)
    expect(await allOf(two)).toEqual(before)
    expect(await allOf(one)).toEqual(before)
  })

  it('deletes old alarms on each machine and in the stored parts', async () => {
    const { clock, open, kept } = setUp()
    const one = await open(ownDisk(clock), HOUR_MS)
    const two = await open(ownDisk(clock), HOUR_MS)
    await one.lead(() => true)
    await fill(one, clock)
    await clock.advance(15_001)
    const full = kept.byKey.get('alarms.0')!.length
    await clock.advance(2 * HOUR_MS)
    await one.write({ states: [['place/1', 'now']] })
    await clock.advance(15_001)
    expect((await allOf(one)).alarms).toEqual([])
    expect((await allOf(two)).alarms).toEqual([])
    expect(kept.byKey.get('alarms.0')!.length).toBeLessThan(full)
  })

  it('can be opened again after NATS did not respond, or the log lost its end', async () => {
    const { clock, open, kept, watchLog } = setUp()
    const one = await open()
    await one.lead(() => true)
    await fill(one, clock)
    await clock.advance(15_001)
    kept.faults.isOut = true
    const disk = ownDisk(clock)
    await expect(open(disk)).rejects.toThrow('out')
    kept.faults.isOut = false
    const { bounds } = watchLog.log
    watchLog.log.bounds = () => Promise.reject(new Error('timeout'))
    await expect(open(disk)).rejects.toThrow('timeout')
    watchLog.log.bounds = async () => {
      watchLog.log.bounds = bounds
      return { first: 1, last: 99 }
    }
    const rejected = expect(open(disk)).rejects.toThrow('lost its end')
    await clock.advance(5_000)
    await rejected
    expect(await allOf(await open(disk))).toEqual(await allOf(one))
  })

  it('refuses changes behind a thousand others, and yields the lease before the limit of raised alarms', async () => {
    const { clock, open, watchLog } = setUp()
    const store = await open()
    const fenced: string[] = []
    await store.lead(
      () => true,
      (why) => fenced.push(why),
    )
    const { append } = watchLog.log
    watchLog.log.append = () => Promise.reject(new Error('timeout'))
    const told: Promise<unknown[]>[] = []
    const raise = (count: number) => {
      for (let i = 0; i < count; i++) {
        told.push(store.write({ alarms: [{ alarm: alarmOf(`a${told.length}`, clock.now()), channels: [] }] }))
      }
    }
    raise(1)
    await clock.advance(1_000)
    raise(CHANGES_WAITING_MAX - 1)
    expect(store.isFull()).toBe(false)
    raise(1)
    expect(store.isFull()).toBe(true)
    raise(RAISED_WAITING_MAX - CHANGES_WAITING_MAX)
    expect([fenced, store.leads()]).toEqual([[], true])
    raise(3)
    expect([fenced, store.leads()]).toEqual([['too many changes wait for the alarm log'], false])
    await clock.advance(1_000)
    expect((await Promise.all(told)).flat()).toEqual([])
    watchLog.log.append = append
    await store.lead(() => true)
    expect([store.isFull(), await store.alarms({ afterRev: 0, limit: 10 })]).toEqual([false, []])
  })

  it('takes no change behind one that the log has not taken for six seconds, until it does', async () => {
    const { clock, open, watchLog } = setUp()
    const store = await open()
    await store.lead(() => true)
    const { append } = watchLog.log
    watchLog.log.append = () => Promise.reject(new Error('timeout'))
    const written = store.write({ alarms: [{ alarm: alarmOf('a', clock.now()), channels: [] }] })
    await clock.advance(5_900)
    expect(store.isFull()).toBe(false)
    await clock.advance(300)
    expect(store.isFull()).toBe(true)
    watchLog.log.append = append
    await clock.advance(200)
    expect([store.isFull(), (await written).length]).toEqual([false, 1])
  })

  it('takes no place beside millions of characters that wait', async () => {
    const { clock, open, watchLog } = setUp()
    const store = await open()
    await store.lead(() => true)
    watchLog.log.append = () => Promise.reject(new Error('timeout'))
    void store.write({ states: [['drawn/first', 'x']] })
    await clock.advance(100)
    for (let i = 0; i < 80; i++) void store.write({ states: [[`drawn/${i}`, 'x'.repeat(100_000)]] })
    expect(store.isFull()).toBe(true)
  })

  it('loses no alarm when too many changes wait: the next leader evaluates again, and notifies once', async () => {
    const { clock, open, watchLog } = setUp()
    const disk = ownDisk(clock)
    const store = await open(disk)
    await store.lead(() => true)
    const world = await setUpWatch({ history: { ...disk, watch: store }, clock })
    await world.run(60)
    const { append } = watchLog.log
    watchLog.log.append = () => Promise.reject(new Error('timeout'))
    world.strike(3)
    await clock.advance(1_000)
    for (let i = 0; i <= RAISED_WAITING_MAX; i++) void store.write({ states: [['place/other', String(i)]] })
    expect(store.leads()).toBe(false)
    await clock.advance(1_000)
    watchLog.log.append = append
    expect(await world.log()).toEqual([])
    await store.lead(() => true)
    await world.reopen()
    await world.run(60)
    expect(await world.log()).toEqual(['golf alarm'])
  })

  it('takes many states in messages that NATS takes, and leaves out one that fits in none', async () => {
    const { open, watchLog } = setUp()
    const one = await open()
    const two = await open()
    await one.lead(() => true)
    const states = Array.from({ length: 40 }, (_, i) => [`drawn/${i}`, 'x'.repeat(100_000)] as const)
    await one.write({ states: [...states, ['drawn/long', 'x'.repeat(400_000)]] })
    for (const changes of watchLog.messages) expect(JSON.stringify(changes).length).toBeLessThan(1_000_000)
    expect((await two.states('drawn/')).size).toBe(40)
  })
})
