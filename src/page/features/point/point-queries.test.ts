import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { ContractApi } from '../../../client/http/contract-api.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { dailyAt, observationAt } from './point-queries.ts'

const at = { lat: 25.5, lon: 120.2 }
const clock = createFakeClock()
const observation = { meta: {}, dataset: 'surface', records: {} } as Extract<
  Awaited<ReturnType<ContractApi['observationAtPoint']>>,
  { kind: 'data' }
>['data']

function answering(answer: Awaited<ReturnType<ContractApi['observationAtPoint']>>) {
  const api = { observationAtPoint: async () => answer } as Partial<ContractApi> as ContractApi
  return new QueryClient().fetchQuery(observationAt({ api, clock }, at))
}

it('counts points for an answer made for us, and none for one that was held, old, or empty', async () => {
  const made = { kind: 'data' as const, data: observation, asOfMs: clock.now(), stale: false }
  expect((await answering(made)).costPoints).toBe(10)
  expect((await answering({ ...made, asOfMs: clock.now() - 60_000 })).costPoints).toBe(0)
  expect((await answering({ ...made, stale: true })).costPoints).toBe(0)
  expect((await answering({ kind: 'none' })).costPoints).toBe(0)
})

it('asks for the days of another zone apart', () => {
  const access = { api: {} as ContractApi, clock }
  const key = (zone: string) => dailyAt(access, { at, dataset: 'surface', zone }).queryKey.join()
  expect(key('UTC')).not.toBe(key('Asia/Shanghai'))
})
