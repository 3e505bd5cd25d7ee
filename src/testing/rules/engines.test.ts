import { expect, it } from 'vitest'
import { filesOf, importsOf, isOfTests, readSource, resolveFrom } from './import-graph.ts'

/** Storage is accessed through interfaces: another engine is another folder, and one line of `open-history.ts`. */
const ENGINE = 'server/history/sqlite/'
const OPENS_IT = 'server/history/open-history.ts'
/** MBTiles are SQLite files by specification: they are read only. */
const READS_MBTILES = 'server/http/basemap.ts'

const sources = filesOf(/\.tsx?$/).filter((path) => !isOfTests(path))
const importersOf = (matches: (path: string, specifier: string) => boolean) =>
  sources.filter((path) => importsOf(readSource(path)).some(({ specifier }) => matches(path, specifier)))

it('SQLite and its types are used by the history engine only', () => {
  const users = importersOf((_, specifier) => specifier === 'node:sqlite')
  expect(users.length).toBeGreaterThan(3)
  expect(users.filter((path) => !path.startsWith(ENGINE) && path !== READS_MBTILES)).toEqual([])
})

it('the engine is imported where the history is opened only', () => {
  const users = importersOf((path, specifier) => resolveFrom(path, specifier).startsWith(ENGINE))
  expect(users.filter((path) => !path.startsWith(ENGINE))).toEqual([OPENS_IT])
})

it('NATS is used in its own folder only, loaded only with a shared source', () => {
  const users = importersOf((_, specifier) => specifier.startsWith('@nats-io/'))
  expect(users.length).toBeGreaterThan(2)
  expect(users.filter((path) => !path.startsWith('server/cluster/nats/'))).toEqual([])
  const ofNats = importersOf((path, specifier) => resolveFrom(path, specifier).startsWith('server/cluster/nats/'))
  expect(ofNats.filter((path) => path.startsWith('server/') && !path.startsWith('server/cluster/nats/'))).toEqual([
    'server/cluster/open-cluster.ts',
  ])
  const opens = importersOf((path, specifier) => resolveFrom(path, specifier) === 'server/cluster/open-cluster.ts')
  expect(opens).toEqual(['server/run.ts'])
  expect(readSource('server/run.ts')).toContain("await import('./cluster/open-cluster.ts')")
})
