import { expect, test } from './fixtures.ts'
import { runProgram } from './process.ts'

test('a start with incomplete upstream settings is refused with the missing ones', async () => {
  const key = 'sk-e2e-only-two-of-four'
  const { code, output } = await runProgram('src/server/main.ts', {
    env: { PORT: '0', UPSTREAM_BASE_URL: 'http://127.0.0.1:9', UPSTREAM_API_KEY: key },
  })
  expect(code).toBe(1)
  expect(output).toContain('UPSTREAM_SPECIAL_URL is missing')
  expect(output).toContain('UPSTREAM_SPECIAL_WS_URL is missing')
  expect(output).not.toContain('UPSTREAM_BASE_URL is missing')
  expect(output).not.toContain(key)
})

test('a start with invalid upstream settings is refused with the problems', async () => {
  const { code, output } = await runProgram('src/server/main.ts', {
    env: {
      PORT: '0',
      UPSTREAM_BASE_URL: 'weather.example.com',
      UPSTREAM_SPECIAL_URL: 'http://127.0.0.1:9',
      UPSTREAM_SPECIAL_WS_URL: 'http://127.0.0.1:9',
      UPSTREAM_API_KEY: 'no-key-at-all',
    },
  })
  expect(code).toBe(1)
  expect(output).toMatch(/UPSTREAM_BASE_URL is not a URL/)
  expect(output).toMatch(/UPSTREAM_SPECIAL_WS_URL must start with ws/)
  expect(output).toMatch(/UPSTREAM_API_KEY is not an API key/)
  expect(output).not.toContain('no-key-at-all')
})
