import { expect, it, vi } from 'vitest'
import type { ContractApi } from '../../../client/http/contract-api.ts'
import { createFakeClock, settle } from '../../../testing/fakes/fake-clock.ts'
import { createNextFlight, createRestOnly } from './rest-only.ts'

function controlled() {
  const finish: ((value: number | Error) => void)[] = []
  const run = vi.fn(
    () =>
      new Promise<number>((resolve, reject) => {
        finish.push((value) => (value instanceof Error ? reject(value) : resolve(value)))
      }),
  )
  return { run, finish, ask: createNextFlight(run) }
}

it('gives callers during a call the next one, shared by all of them', async () => {
  const { run, finish, ask } = controlled()
  const first = ask()
  const second = ask()
  const third = ask()
  expect(run).toHaveBeenCalledTimes(1)

  finish[0]!(1)
  expect(await first).toBe(1)
  await settle()
  expect(run).toHaveBeenCalledTimes(2)
  finish[1]!(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

it('continues after a failed call', async () => {
  const { finish, ask } = controlled()
  const first = ask()
  const second = ask()
  finish[0]!(new Error('cut'))
  await expect(first).rejects.toThrow('cut')
  await settle()
  finish[1]!(7)
  expect(await second).toBe(7)
})

it('has no strikes of a response that lacks some', async () => {
  const api = { strikes: async () => ({ records: [], dropped: 0, absent: 2 }) } as unknown as ContractApi
  await expect(createRestOnly(api, createFakeClock()).strikes(1)).rejects.toThrow('lacks 2 of its records')
})
