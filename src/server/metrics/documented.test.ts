import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { fakeCluster } from '../../testing/fakes/fake-cluster.ts'
import { FakeSource, LIVE } from '../../testing/fakes/fake-source.ts'
import { setUpHistory } from '../../testing/history-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { createLog } from '../config/log.ts'
import { createKeyring } from '../contract/accounts/keyring.ts'
import { NO_LIMITS, relayPolicy } from '../contract/accounts/policy.ts'
import { createTokenIssuer } from '../contract/accounts/token-issuer.ts'
import { createContractServer } from '../contract/contract-server.ts'
import { createSettingsFaults } from '../settings/settings-faults.ts'
import { createMetrics } from './metrics.ts'

/** Documentation for operators: text, rules, and dashboard. */
const SOURCES = [
  'docs/operations.md',
  'docs/alerts.md',
  'docs/limits.md',
  'deploy/monitoring/alerts.yml',
  'deploy/monitoring/dashboard.json',
]

/** Names with required labels: `brontide_points{kind="spent"}`. */
function seriesIn(text: string): { name: string; labels: string[] }[] {
  return [...text.matchAll(/\b((?:brontide|nodejs|process)_[a-z][a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: labels.split(',').filter((label) => label !== '' && !label.startsWith('job=')),
    }),
  )
}

it.each(SOURCES)('%s uses existing metrics, with their labels', async (path) => {
  const clock = createFakeClock()
  const { history } = setUpHistory()
  const source = new FakeSource()
  const lastMessageAt = '2026-07-01T08:00:00Z'
  source.link = { lightning: { ...LIVE, lastMessageAt }, metar: LIVE }
  const answers = () => ({ requests: 0, bytes: 0 })
  const accumulations = { size: () => ({ sums: 0, bytes: 0 }) }
  const metrics = createMetrics({
    faults: createSettingsFaults(),
    source,
    clock,
    version: '1',
    history,
    cluster: fakeCluster(),
    watch: (await setUpWatch()).watch,
    answers,
    accumulations,
    freeBytes: async () => 1e9,
    blocked: () => ({ lightning: 1 }),
    bodies: () => 0,
  })
  const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock })
  const policy = relayPolicy(createKeyring({ keys: 'any', tokens, limits: NO_LIMITS }))
  const log = createLog('silent', { write: () => {} })
  metrics.addViewers(createContractServer({ source, clock, policy, log }))
  metrics.observeRequest('page', 200, 0.01)
  metrics.addLayers({
    counts: () => ({ radar: { fetched: 0, failed: 0, refused: 0 } }),
    heldBytes: () => 0,
    fetches: () => ({ running: 0, waiting: 0 }),
  })
  const lines = (await metrics.render()).split('\n')

  const wanted = seriesIn(readFileSync(join(import.meta.dirname, '../../..', path), 'utf8').replaceAll('\\"', '"'))
  expect(wanted.length).toBeGreaterThan(/operations|alerts\.md/.test(path) ? 0 : 15)
  const missing = wanted.filter(
    ({ name, labels }) =>
      !lines.some((line) => /^\w+/.exec(line)?.[0] === name && labels.every((label) => line.includes(label))),
  )
  expect(missing).toEqual([])
})
