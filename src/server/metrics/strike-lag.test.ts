import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { createStrikeLag } from './strike-lag.ts'

const STRUCK_MS = 1_782_892_800_123

async function measured(use: (lag: ReturnType<typeof createStrikeLag>) => void, nowMs: number) {
  const registry = new Registry()
  use(createStrikeLag(registry, () => nowMs))
  const [histogram] = await registry.getMetricsAsJSON()
  const read = (until: string, name: string) =>
    histogram!.values.find((each) => each.labels.until === until && 'metricName' in each && each.metricName === name)
      ?.value
  return (until: string) => ({
    count: read(until, 'brontide_strike_lag_seconds_count') ?? 0,
    sum: read(until, 'brontide_strike_lag_seconds_sum') ?? 0,
  })
}

it('measures the delay of a strike until arrival, receipt and sending', async () => {
  const lag = await measured((each) => {
    each.received([strikeRecord()])
    each.sent([strikeRecord()])
  }, STRUCK_MS + 5_000)
  expect(lag('arrival')).toEqual({ count: 1, sum: expect.closeTo(1.877, 2) })
  expect(lag('receipt')).toEqual({ count: 1, sum: expect.closeTo(5, 2) })
  expect(lag('sending')).toEqual({ count: 1, sum: expect.closeTo(5, 2) })
})

it('samples a hundred strikes of a batch of any size', async () => {
  const outbreak = Array.from({ length: 20_000 }, () => strikeRecord())
  const lag = await measured((each) => each.received(outbreak), STRUCK_MS + 3_000)
  expect(lag('receipt').count).toBe(100)
})

it('omits old strikes of a join, and counts no negative lag for future ones', async () => {
  const lag = await measured((each) => each.received([strikeRecord()]), STRUCK_MS + 200_000)
  expect(lag('receipt').count).toBe(0)
  const ahead = await measured((each) => each.received([strikeRecord()]), STRUCK_MS - 2_000)
  expect(ahead('receipt')).toEqual({ count: 1, sum: 0 })
})
