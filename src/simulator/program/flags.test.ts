import { describe, expect, it } from 'vitest'
import { readFlags } from './flags.ts'

const read = (...args: string[]) => readFlags(args, ['crossing', 'quiet'])
const problemsOf = (...args: string[]) => {
  const result = read(...args)
  return result.ok ? [] : result.problems
}

describe('simulator flags', () => {
  it('have defaults', () => {
    expect(read()).toEqual({
      ok: true,
      flags: {
        host: '127.0.0.1',
        port: 9000,
        seed: 1,
        recordsPerSecond: 60,
        storm: null,
        replay: null,
        keys: [],
        unlimited: false,
        faults: false,
        json: false,
        help: false,
      },
    })
  })

  it('are parsed, a key repeatedly', () => {
    const result = read(
      '--port',
      '0',
      '--rate=7.5',
      '--storm',
      'crossing',
      '--key',
      'sk-one-one',
      '--key=sk-two-two',
      '--json',
    )
    expect(result).toMatchObject({
      flags: { port: 0, recordsPerSecond: 7.5, storm: 'crossing', keys: ['sk-one-one', 'sk-two-two'], json: true },
    })
  })

  it('are rejected with the allowed values, all at once', () => {
    expect(problemsOf('--port', '70000', '--seed', 'x', '--storm', 'hail')).toEqual([
      '--port must be a whole number from 0 to 65535, not "70000"',
      '--seed must be a whole number, not "x"',
      '--storm must be one of crossing, quiet, not "hail"',
    ])
    expect(problemsOf('--prot', '1')[0]).toMatch(/^--prot: no such flag; there are --port,/)
    expect(problemsOf('--port')[0]).toContain('--port')
  })

  it('are refused without repeating what may be a key', () => {
    const secret = 'sk-secret'
    for (const args of [['--key', 'secret value'], [secret], ['--key', secret, secret], ['--json', secret]]) {
      expect(problemsOf(...args).join()).not.toContain('secret')
      expect(problemsOf(...args)).toHaveLength(1)
    }
  })

  it('name recorded strikes to be played', () => {
    const file = 'strikes.csv'
    const replayOf = (...args: string[]) => {
      const result = read('--replay', file, ...args)
      return result.ok ? result.flags.replay : result.problems
    }
    expect(replayOf()).toEqual({ file, source: null, fromMs: null, loops: true })
    const from = Date.UTC(2026, 7, 8, 18, 30)
    expect(replayOf('--replay-source=NOAA', '--replay-from=2026-08-08T18:30Z', '--replay-once')).toEqual({
      file,
      source: 'NOAA',
      fromMs: from,
      loops: false,
    })
    expect(replayOf('--replay-from=noon', '--storm=quiet')).toHaveLength(2)
  })
})
