import { expect, it } from 'vitest'
import { ContractError } from '../../client/http/contract-api.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { PieceLoader } from './piece-loader.ts'

function setUp(wanted: string[]) {
  const clock = createFakeClock()
  const missing = new Set(wanted)
  const asked: string[] = []
  const failures: string[] = []
  const trouble: { error: Error | null } = { error: null }
  const loader = new PieceLoader<string>({
    clock,
    next: () => [...missing][0] ?? null,
    async load(piece) {
      asked.push(piece)
      if (trouble.error) throw trouble.error
      missing.delete(piece)
    },
    failed: (error) => failures.push(error.message),
  })
  return { clock, missing, asked, failures, trouble, loader }
}

it('loads one piece after the other until complete', async () => {
  const { clock, asked, loader } = setUp(['a', 'b'])
  loader.run()
  loader.run()
  await clock.advance(0)
  expect(asked).toEqual(['a', 'b'])
})

it('retries a failed piece, and reports the reason', async () => {
  const { clock, asked, failures, trouble, loader } = setUp(['a'])
  trouble.error = new Error('no answer')
  loader.run()
  await clock.advance(2_999)
  expect(asked).toEqual(['a'])
  trouble.error = null
  await clock.advance(1)
  expect(asked).toEqual(['a', 'a'])
  expect(failures).toEqual(['no answer'])
})

it('stops at a server without history until the next request', async () => {
  const { clock, asked, trouble, loader } = setUp(['a'])
  trouble.error = new ContractError('unavailable', 'no history', 404)
  loader.run()
  await clock.advance(60_000)
  expect(asked).toEqual(['a'])
  loader.run()
  await clock.advance(0)
  expect(asked).toEqual(['a', 'a'])
})

it('requests nothing after it is closed', async () => {
  const { clock, asked, trouble, loader } = setUp(['a'])
  trouble.error = new Error('no answer')
  loader.run()
  await clock.advance(0)
  loader.close()
  loader.run()
  await clock.advance(60_000)
  expect(asked).toEqual(['a'])
})
