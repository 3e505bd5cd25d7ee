import { describe, expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import type { WatchStore } from '../../server/history/watch-store.ts'
import { FAKE_START_MS, type FakeClock } from '../fakes/fake-clock.ts'

const ALARM: Alarm = {
  id: '',
  place: { id: 'golf', name: 'Golf', nameZh: null, group: null },
  stage: 'alarm',
  at: new Date(FAKE_START_MS).toISOString(),
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  simulated: true,
  details: {},
  link: null,
  acknowledged: null,
}

/** Raises an alarm of one place; returns the revisions and ids of new alarms. */
export async function raise(store: WatchStore, id: string, ...channels: string[]): Promise<string[]> {
  const alarm = { ...ALARM, id }
  return (await store.write({ alarms: [{ alarm, channels }] })).map((kept) => `${kept.rev} ${kept.alarm.id}`)
}

/** Some changes of each kind. */
export async function fillWatchStore(store: WatchStore, clock: FakeClock, count = 3): Promise<void> {
  const at = new Date(clock.now()).toISOString()
  for (let i = 0; i < count; i++) {
    await raise(store, `a${i}`, 'mail', 'hook')
    await store.write({ states: [[`place/${i}`, `{"n":${i}}`]] })
  }
  await store.write({ acknowledged: { alarmId: 'a1', acknowledgement: { by: 'Wei', at, note: '' } } })
  await store.write({ journal: [{ at, by: 'Wei', kind: 'note', subject: null, text: 'quiet so far' }] })
  const delivery = { channel: 'mail', atMs: Math.floor(clock.now()), attempts: 1, receipt: '250 queued' }
  await store.write({ finished: [{ row: 'a0', outcome: 'accepted', ...delivery }], states: [['place/0', null]] })
}

/** Everything that a store knows. */
export async function allOf(store: WatchStore) {
  const waiting = (await store.waiting()).map(({ alarm, channel, attempts }) => [alarm.id, channel, attempts].join(' '))
  return {
    alarms: await store.alarms({ afterRev: 0, limit: 10_000 }),
    states: [...(await store.states('place/'))].sort(),
    waiting: waiting.sort(),
    journal: (await store.journal({ limit: 100 })).map(({ text }) => text),
    deliveries: await store.deliveries({ limit: 100 }),
  }
}

/** Rules for every engine that stores alarms. `reopen` opens it again after a restart. */
export function registerWatchStoreSuite(
  name: string,
  setUp: () => Promise<{ clock: FakeClock; store: WatchStore; reopen(): Promise<WatchStore> }>,
): void {
  describe(`an alarm store: ${name}`, () => {
    it('has each alarm once, with a revision that increases with each alarm and acknowledgement', async () => {
      const { clock, store } = await setUp()
      await fillWatchStore(store, clock)
      expect([await raise(store, 'a0', 'mail'), await raise(store, 'a3')]).toEqual([[], ['5 a3']])
      const { alarms } = await allOf(store)
      expect(alarms.map(({ rev, alarm }) => `${rev} ${alarm.id}`)).toEqual(['1 a0', '3 a2', '4 a1', '5 a3'])
      expect(alarms[2]!.alarm.acknowledged?.by).toBe('Wei')
      expect([await store.newestRev(), (await store.alarms({ limit: 1 }))[0]!.rev]).toEqual([5, 5])
    })

    it('has pending deliveries until they are finished or superseded, states until they are deleted, and the journal', async () => {
      const { clock, store } = await setUp()
      await fillWatchStore(store, clock)
      await store.write({ settled: [{ channel: 'hook', alarmId: 'a1' }] })
      const { states, waiting, journal, deliveries } = await allOf(store)
      expect(waiting).toEqual(['a0 hook 0', 'a1 mail 0', 'a2 hook 0', 'a2 mail 0'])
      expect(states).toEqual([
        ['1', '{"n":1}'],
        ['2', '{"n":2}'],
      ])
      expect([journal, deliveries.map(({ row }) => row)]).toEqual([['quiet so far'], ['a0']])
    })

    it('reads an alarm once, however many channels wait for it', async () => {
      const { store, reopen } = await setUp()
      await raise(store, 'a0', 'mail', 'hook')
      const [mail, hook] = await (await reopen()).waiting()
      expect(mail!.alarm).toBe(hook!.alarm)
    })

    it('finds changes of an earlier write, settled or not, and after a restart', async () => {
      const { clock, store, reopen } = await setUp()
      await fillWatchStore(store, clock)
      void store.write({ states: [['place/9', 'x']] })
      expect((await store.states('place/')).get('9')).toBe('x')
      const before = await allOf(store)
      expect(await allOf(await reopen())).toEqual(before)
    })
  })
}
