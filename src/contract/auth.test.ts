import { expect, it } from 'vitest'
import { tokenResponseSchema } from './auth.ts'

it.each([1795642140, null, undefined, ['soon']])('accepts a token whose expiry is %j', (expires_at) => {
  expect(tokenResponseSchema.safeParse({ token: 'ft-1', expires_at, simulated: null }).success).toBe(true)
})

it('refuses a token that may be of simulated data', () => {
  expect(tokenResponseSchema.safeParse({ token: 'ft-1', simulated: 'probably' }).success).toBe(false)
})
