import { describe, expect, it } from 'vitest'
import { isUpgradeFromElsewhere } from './own-origin.ts'

const isElsewhere = (headers: Record<string, string | undefined>) =>
  isUpgradeFromElsewhere(
    (name) => (({ host: 'map.example.com', ...headers }) as Record<string, string | undefined>)[name],
  )

describe('an upgrade', () => {
  it.each([
    {},
    { origin: 'http://map.example.com' },
    { origin: 'https://MAP.example.com:443' },
    { origin: 'https://map.example.com', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost', authorization: 'Bearer sk-of-a-client' },
  ])('is admitted with %o', (headers) => {
    expect(isElsewhere(headers)).toBe(false)
  })

  it.each([
    { origin: 'https://evil.example.com' },
    { origin: 'http://map.example.com:81' },
    { origin: 'http://user@map.example.com' },
    { origin: 'http://map.example.com/path' },
    { origin: 'null' },
    { origin: 'https://map.example.com.evil.example.com' },
    { origin: 'https://evil.example.com', authorization: 'Bearer eyJ-of-a-proxy' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://map.example.com/x', host: 'map.example.com/x' },
  ])('is refused with %o', (headers) => {
    expect(isElsewhere(headers)).toBe(true)
  })
})
