import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function capture() {
  const lines: string[] = []
  return { lines, log: createLog('debug', { write: (line) => void lines.push(line) }) }
}

it('writes one JSON object a line, with the level as a word and the time in UTC', () => {
  const { lines, log } = capture()
  log.info({ port: 8080 }, 'listening')
  expect(JSON.parse(lines[0]!)).toEqual({
    level: 'info',
    time: expect.stringMatching(/Z$/),
    port: 8080,
    msg: 'listening',
  })
})

it('redacts keys and tokens anywhere, and leaves a valid line', () => {
  const { lines, log } = capture()
  log.error({ error: 'connect wss://x.example.com/ws?token=abc.def&x=1 failed for "sk-live-123"' }, 'key sk-live-123')
  log.warn(
    { headers: { authorization: 'Basic abc' }, token: 'opaque', nested: ['Bearer ft-eyJwIjoi.Zm9v'] },
    'no risk-free task-force',
  )
  const all = lines.join('')
  for (const secret of ['abc', 'live-123', 'opaque', 'eyJwIjoi']) expect(all).not.toContain(secret)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['key [secret]', 'no risk-free task-force'])
  expect(JSON.parse(lines[0]!).error).toBe('connect wss://x.example.com/ws?token=[secret]&x=1 failed for "[secret]"')
})

it('keeps the example of a key in a message that says how to write one', () => {
  const { lines, log } = capture()
  const problem = 'contains no key: write one name: sk-… a line'
  log.error({ problem }, 'settings file invalid')
  expect(JSON.parse(lines[0]!).problem).toBe(problem)
})
