import { expect, it } from 'vitest'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { readTokenSecrets } from '../access/token-secrets.ts'
import { createLog } from '../config/log.ts'
import { createKeptReader, followFile } from './kept-file.ts'
import { createSettingsFaults } from './settings-faults.ts'

const OLD = 'the secret of last year'
const NEW = 'the secret of this year'

function setUp(path: string | null = '/run/secret') {
  const clock = createFakeClock()
  const lines: string[] = []
  let text: string | null = OLD
  const file = followFile({
    name: 'TOKEN_SECRET_FILE',
    kept: { value: [OLD], path },
    parse: readTokenSecrets,
    clock,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    async readText() {
      if (text === null) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      return text
    },
  })
  return {
    clock,
    lines,
    file,
    async becomes(next: string | null) {
      text = next
      await clock.advance(5_000)
    },
  }
}

it('applies changes of the file after a few seconds', async () => {
  const { file, lines, becomes } = setUp()
  await becomes(OLD)
  expect(file.current()).toEqual([OLD])
  expect(lines).toEqual([]) // unchanged since the start
  await becomes(`${NEW}\n${OLD}\n`)
  expect(file.current()).toEqual([NEW, OLD])
  expect(lines.join('')).toContain('settings file reloaded')
})

it('keeps the previous content while the file is invalid or missing, and reports that once', async () => {
  const { file, lines, becomes } = setUp()
  await becomes(OLD)
  for (const bad of ['short', 'short', null, null]) await becomes(bad)
  expect(file.current()).toEqual([OLD])
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('must have at least 16 characters')
  expect(lines[1]).toContain('ENOENT')
  expect(lines.join('')).not.toContain('short')
  await becomes(NEW)
  expect(file.current()).toEqual([NEW])
})

it('checks nothing without a file, or after closing', () => {
  const { clock } = setUp(null)
  expect(clock.pending).toBe(0)
  const followed = setUp()
  expect(followed.clock.pending).toBe(1)
  followed.file.close()
  expect(followed.clock.pending).toBe(0)
})

it('starts with the valid entries of a file, and reports the others', async () => {
  const parse = () => ({ ok: false as const, problems: [problemAt(faultOf('time-zone'))], rest: ['valid'] })
  const problems: string[] = []
  const kept = createKeptReader({ A_FILE: '/a' }, () => '', problems)('A_FILE', parse, [])
  expect([kept, problems]).toEqual([{ value: ['valid'], path: '/a', isPartial: true }, []])
  const clock = createFakeClock()
  const lines: string[] = []
  const faults = createSettingsFaults()
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const file = followFile({ name: 'A_FILE', kept, parse, clock, log, readText: async () => '', faults })
  await clock.advance(10_000)
  expect(file.current()).toEqual(['valid'])
  expect(lines).toEqual([expect.stringMatching(/"level":"error".*invalid entries of a settings file left out/)])
  expect(faults.counts()).toMatchObject({ A_FILE: 1 })
})
