import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { ContractApi } from '../../../client/http/contract-api.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { dailyAt, hourlyAt, observationAt, observationOf } from './point-queries.ts'

const at = { lat: 25.5, lon: 120.2 }
const clock = createFakeClock()
type Access = Parameters<typeof observationAt>[0]
const observation = { meta: {}, dataset: 'surface', records: {} } as Extract<
  Awaited<ReturnType<ContractApi['observationAtPoint']>>,
  { kind: 'data' }
>['data']

function answering(answer: Awaited<ReturnType<ContractApi['observationAtPoint']>>) {
  const api = { observationAtPoint: async () => answer } as Partial<ContractApi> as ContractApi
  return new QueryClient().fetchQuery(observationAt({ api, clock }, at))
}

it('counts points for a new response, and none for one that was cached, old, or empty', async () => {
  const made = { kind: 'data' as const, data: observation, asOfMs: clock.now(), stale: false }
  expect((await answering(made)).costPoints).toBe(10)
  expect((await answering({ ...made, asOfMs: clock.now() - 60_000 })).costPoints).toBe(0)
  expect((await answering({ ...made, stale: true })).costPoints).toBe(0)
  expect((await answering({ kind: 'none' })).costPoints).toBe(0)
})

it('requests the days of another time zone separately', () => {
  const access = { api: {} as ContractApi, clock }
  const key = (zone: string) => dailyAt(access, { at, dataset: 'surface', zone }).queryKey.join()
  expect(key('UTC')).not.toBe(key('Asia/Shanghai'))
})

it.each([
  ['an observation', (access: Access) => observationAt(access, at), 5],
  ['a station’s observation', (access: Access) => observationOf(access, '58367'), 5],
  ['the hours', (access: Access) => hourlyAt(access, { at, dataset: 'surface', zone: 'UTC' }), null],
  ['the days', (access: Access) => dailyAt(access, { at, dataset: 'surface', zone: 'UTC' }), null],
] as const)(
  'retries soon for %s past its time, and then at the normal interval',
  async (_what, query, everyMinutes) => {
    vi.useFakeTimers()
    environmentManager.setIsServer(() => false) // no refetching on a server
    onTestFinished(() => void vi.useRealTimers())
    let asked = 0
    const answer = async () => {
      asked++
      return { kind: 'data' as const, data: observation, asOfMs: clock.now(), stale: asked === 1 } as never
    }
    const api = {
      observationAtPoint: answer,
      observationAtStation: answer,
      forecastHourly: answer,
      forecastDaily: answer,
    }
    const client = new QueryClient()
    const observer = new QueryObserver(client, query({ api: api as unknown as ContractApi, clock }) as never)
    onTestFinished(observer.subscribe(() => {}))

    await vi.advanceTimersByTimeAsync(14_000)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toBe(2)
    await vi.advanceTimersByTimeAsync(4 * 60_000)
    expect(asked).toBe(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(everyMinutes === null ? 2 : 3)
  },
)
