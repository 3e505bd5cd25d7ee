import { expect, it } from 'vitest'
import { OWN_RULES_SENT_MAX, type OwnRule, ownRuleKey, ownWatchSchema } from '../../../contract/watch/own-watch.ts'
import { reportFromRecord } from '../../../core/metar/read-report.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { FakeSource, reportRecord } from '../../../testing/fakes/fake-source.ts'
import { setUpHistory } from '../../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'
import { openOwnReports } from './own-reports.ts'
import { OWN_KEPT_MS, OWN_RULES_EACH_MAX, OWN_RULES_MAX, openOwnRules } from './own-rules.ts'

const WIND: OwnRule = { place: 'ZSPD', stage: 'wind', limit: 12.5 }
const LOW: OwnRule = { place: 'ZSPD', stage: 'visibility', limit: 5_000 }
const CEILING: OwnRule = { place: 'ZSPD', stage: 'ceiling', limit: 400 }
const US: OwnRule = { place: 'ZSPD', stage: 'category', scheme: 'us' }
const FAIR = '12004MPS 9999 FEW030 28/22 Q1008'
const POOR = '12025KT 4000 BKN010 28/22 Q1008'

async function setUp() {
  const world = await setUpWatch({ places: [placeOf('ZSPD', { group: 'airports' }), placeOf('golf', {}, 3)] })
  await world.run(5)
  const { own } = world.watch
  return {
    world,
    ask: (viewer: string, ...rules: OwnRule[]) => world.watch.own.ask(viewer, null, rules),
    own,
    /** What a viewer was told, the oldest first. */
    async told(viewer: string) {
      const { alarms } = await world.watch.own.ask(viewer, null, [])
      return alarms.map(({ own }) => own).reverse()
    },
    async report(minute: string, text: string) {
      const raw_metar = `METAR ZSPD 0108${minute}Z ${text}`
      const obs_time = `2026-07-01T08:${minute}:00Z`
      const records = [reportRecord({ raw_metar, obs_time, arrived_at: obs_time })]
      world.source.emitReports({ kind: 'reports', records })
      await world.run(1)
    },
  }
}

it('judges reports by a viewer’s limits and category scheme, for them alone, once', async () => {
  const { world, ask, told, report } = await setUp()
  await report('00', FAIR)
  expect((await ask('li', WIND, LOW, CEILING, US)).judged).toEqual([
    'ZSPD:wind:12.5',
    'ZSPD:visibility:5000',
    'ZSPD:ceiling:400',
    'ZSPD:category:us',
  ])
  await ask('wang', { ...WIND, limit: 20 })
  await world.run(60)
  expect(await told('li')).toEqual([])
  await report('10', POOR)
  await world.run(120)
  expect((await told('li')).sort()).toEqual([
    'ZSPD:category:us',
    'ZSPD:ceiling:400',
    'ZSPD:visibility:5000',
    'ZSPD:wind:12.5',
  ])
  expect(await told('wang')).toEqual([])
  // By its own limits the server has raised the category alone, which is of all.
  expect(await world.log()).toEqual(['ZSPD category'])
  const { alarms } = await ask('li')
  expect(alarms.find(({ stage }) => stage === 'wind')).toMatchObject({
    ...{ id: expect.stringMatching(/^own\.ZSPD:wind:12\.5\.wind\.\d{13}-12\.9$/), watched: null, link: null },
    ...{ place: { id: 'ZSPD', group: 'airports' }, details: { mps: 12.9 } },
  })
  expect(alarms.find(({ stage }) => stage === 'category')!.details).toMatchObject({ category: 'ifr' })
})

it('tells at once of what is past a limit that is new, and again once it was over', async () => {
  const { world, ask, told, report } = await setUp()
  await report('00', POOR)
  await ask('li', LOW, US)
  await world.run(20)
  // A category is told of when it falls.
  expect(await told('li')).toEqual(['ZSPD:visibility:5000'])
  await world.run(600)
  await report('10', FAIR)
  await report('20', POOR)
  expect((await told('li')).sort()).toEqual(['ZSPD:category:us', 'ZSPD:visibility:5000', 'ZSPD:visibility:5000'])
})

it('goes on after a restart, also where the airports come late, and raises nothing again', async () => {
  const { world, ask, told, report } = await setUp()
  await report('00', FAIR)
  await ask('li', LOW)
  await report('10', POOR)
  expect(await told('li')).toEqual(['ZSPD:visibility:5000'])
  world.guard([])
  await world.reopen()
  await world.run(30)
  expect((await ask('li')).judged).toEqual([])
  world.guard([placeOf('ZSPD', { group: 'airports' })])
  await world.run(30)
  expect((await ask('li')).judged).toEqual(['ZSPD:visibility:5000'])
  await report('20', POOR)
  await world.run(120)
  expect(await told('li')).toEqual(['ZSPD:visibility:5000'])
})

it('forgets what was remembered of a limit with the limit, which nobody has asked for in three days', async () => {
  const { clock, history } = setUpHistory()
  const store = history.watch
  const places = { list: () => [placeOf('ZSPD', { group: 'airports' })], onChange: () => () => {} }
  const rules = await openOwnRules({ store, places, clock })
  const kept: (readonly [string, string | null])[] = []
  const latest = new Map([['ZSPD', reportFromRecord(reportRecord({ raw_metar: `METAR ZSPD 010800Z ${POOR}` }))!]])
  const keep = (_: unknown, changed: ReadonlyMap<string, string | null>) => void kept.push(...changed)
  const stop = openOwnReports({ source: new FakeSource(), latest, rules, remembered: new Map(), clock, keep })
  rules.ask('li', null, [LOW])
  expect(kept.map(([key, text]) => [key, text !== null])).toEqual([['limit/li/ZSPD:visibility:5000', true]])
  await clock.advance(OWN_KEPT_MS + 2 * HOUR_MS)
  expect([rules.judged('li', true), kept.at(-1)]).toEqual([[], ['limit/li/ZSPD:visibility:5000', null]])
  stop()
  rules.close()
})

it('has bounds for rings and limits together: of one viewer, and of all', async () => {
  const { world, ask } = await setUp()
  const rules = (from: number): OwnRule[] =>
    Array.from({ length: OWN_RULES_SENT_MAX }, (_, i) =>
      i % 2 === 0
        ? { place: 'ZSPD', stage: 'wind', limit: from + i }
        : { place: 'ZSPD', ringsKm: [1 + (from + i) / 100], holdMin: 20 },
    )
  const asked = ownWatchSchema.parse({ rules: rules(0) })
  expect(asked.rules).toEqual(rules(0))
  const viewers = Math.ceil(OWN_RULES_MAX / OWN_RULES_EACH_MAX) + 1
  for (let viewer = 0; viewer < viewers; viewer++)
    for (let from = 0; from <= OWN_RULES_EACH_MAX; from += OWN_RULES_SENT_MAX)
      await ask(`name-${viewer}`, ...rules(from))
  await world.run(20)
  const judged: number[] = []
  for (let viewer = 0; viewer < viewers; viewer++) judged.push((await ask(`name-${viewer}`)).judged.length)
  expect(judged[0]).toBe(OWN_RULES_EACH_MAX)
  expect(judged.reduce((sum, each) => sum + each)).toBe(OWN_RULES_MAX)
  // Who has room goes on; whoever has none is judged by their page.
  expect((await ask('name-0', ...rules(0))).judged).toContain(ownRuleKey(rules(0)[0]!))
  expect((await ask('late', WIND)).judged).toEqual([])
})
