import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createFakeFetch, type FakeAnswer } from '../../testing/fakes/fake-fetch.ts'
import { createServerStatus } from './server-status.ts'

function setUp(answer: FakeAnswer) {
  const { fetch, calls } = createFakeFetch(() => answer)
  const dropCredential = vi.fn()
  const status = createServerStatus({
    environment: { clock: createFakeClock(), fetch },
    baseUrl: 'https://desk.test',
    credential: async () => 'ft-standard',
    dropCredential,
  })
  return { status, calls, dropCredential }
}

it('shows a token, for where the status is not for everybody', async () => {
  const { status, calls } = setUp({ status: 200, body: { none: 'of it' } })
  await expect(status()).rejects.toMatchObject({ reason: 'unavailable' })
  expect(calls[0]?.url.href).toBe('https://desk.test/api/status')
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer ft-standard')
})

it('lets go of a token that is refused', async () => {
  const { status, dropCredential } = setUp({ status: 401, body: { detail: 'sign in first' } })
  await expect(status()).rejects.toMatchObject({ reason: 'unauthorised' })
  expect(dropCredential).toHaveBeenCalledWith('ft-standard')
})
