import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { temporaryFolder } from '../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'
import { createSqliteHistory } from '../history/sqlite/sqlite-history.ts'
import { drawnState, keptDrawnPlaces } from '../places/drawn-places.ts'
import { createSettingsFaults } from '../settings/settings-faults.ts'
import { createStoredChecks } from './stored-states.ts'

const KINDS = [
  'place',
  'level',
  'feed',
  'report',
  'breaks',
  'snooze',
  'push',
  'channel',
  'drawn',
  'own-alarm',
  'private',
  'sent',
  'own-list',
]
const INVALID = ['', '{', 'null', '7', '"text"', '[[]]', '{"stage":7,"rules":7,"level":"x","sinceMs":"x"}']

function setUp(dir = temporaryFolder()) {
  const faults = createSettingsFaults()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const clock = createFakeClock()
  const checks = createStoredChecks({ log, faults })
  const history = createSqliteHistory({ dir, name: 'test.sqlite', hours: 72, clock, log, checks })
  return { dir, faults, lines, clock, history }
}

it.each(INVALID)('opens with stored state that is %j, names it, and keeps valid entries', async (text) => {
  const { faults, lines, clock, history } = setUp()
  const states = KINDS.map((kind) => [`${kind}/bad`, text] as const)
  await history.watch.write({ states: [...states, drawnState('good', placeOf('good'))] })
  const drawn = await keptDrawnPlaces(history.watch)
  expect([...drawn.keys()]).toEqual(['good'])
  const { watch } = await setUpWatch({ history, clock, places: [placeOf('bad'), ...drawn.values()] })
  expect(watch.isKnown('good')).toBe(true)
  const named = faults.list().map(({ name }) => name)
  for (const kind of ['place', 'level', 'feed', 'snooze', 'push', 'drawn', 'private'])
    expect(named).toContain(`stored ${kind}`)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'invalid stored state set aside', what: 'snooze' }))
  expect(lines.filter(({ what }) => what === 'snooze')).toHaveLength(1)
})

it('sets a drawn place aside with valid JSON but an invalid geometry', async () => {
  const { faults, history } = setUp()
  const feature = {
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: [[]] },
    properties: { id: 'emptymp', name: 'Empty part' },
  }
  await history.watch.write({ states: [['drawn/emptymp', JSON.stringify(feature)]] })
  expect((await keptDrawnPlaces(history.watch)).size).toBe(0)
  const where = { entry: 'state', number: null, id: 'emptymp', field: 'geometry.coordinates.0' }
  expect(faults.list()).toMatchObject([{ name: 'stored drawn', problems: [{ code: 'geometry-parts', where }] }])
})

it('sets unreadable alarms and journal entries aside, and keeps the others', async () => {
  const { dir, history } = setUp()
  const { DatabaseSync } = await import('node:sqlite')
  await history.watch.write({
    journal: [{ at: '2026-07-01T00:00:00Z', by: null, kind: 'note', subject: null, text: 'kept' }],
  })
  await history.close()
  const db = new DatabaseSync(`${dir}/test.sqlite`)
  for (const [id, body] of [
    ['not-json', '{'],
    ['null', 'null'],
    ['other', '{"id":"other","stage":7}'],
  ] as const) {
    db.prepare('INSERT INTO alarms VALUES (?, 1, ?, ?, 1, 0, ?)').run(id, 'golf', 'alarm', body)
  }
  db.prepare('INSERT INTO journal VALUES (1, ?, ?)').run('note', 'no JSON')
  db.close()
  const { faults, history: again } = setUp(dir)
  expect(await again.watch.alarms({ limit: 9, search: 'golf' })).toEqual([])
  expect((await again.watch.journal({ limit: 9 })).map(({ text }) => text)).toEqual(['kept'])
  expect(faults.list().map(({ name, problems }) => [name, problems.length])).toEqual([
    ['stored alarms', 3],
    ['stored journal', 1],
  ])
  await again.close()
})
