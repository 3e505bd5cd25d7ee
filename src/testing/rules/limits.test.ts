import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, isOfTests, readSource } from './import-graph.ts'

/** The table of limits for operators contains exactly the limits of the server. */

const LIMITS = readFileSync(join(import.meta.dirname, '../../../docs/limits.md'), 'utf8')
const rows = LIMITS.split('\n')
  .filter((line) => /^\| [^-w]|^\| w[^h]/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const namesIn = (cell = '') => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name)
const told = new Set(rows.flatMap((cells) => namesIn(cells[5])))

/** Constants of the server by name, the simulated world's left out. */
const constants = new Set(
  filesOf(/\.ts$/)
    .filter((path) => path.startsWith('server/') && !isOfTests(path) && !/\/synthetic\/|\/simulator\//.test(path))
    .flatMap((path) =>
      [...readSource(path).matchAll(/^(?:export )?const ([A-Z][A-Z_]+)\b/gm)].map(([, name = '']) => name),
    ),
)

/** Limits that outside clients cannot reach or observe. */
const INNER: Record<string, string> = {
  ACCOUNTS_MAX: 'the least used are forgotten, with nothing but what they asked a moment ago',
  QUESTIONS_MAX: 'counted under one name beyond it',
  FAILED_MAX: 'refusals are remembered for ten seconds',
  LINES_PER_NAME_MAX: 'what an operator writes',
  MEMORY_MAX_BYTES: 'what an operator writes',
  SECRETS_MAX: 'what an operator writes',
  LAYERS_MAX: 'what an operator writes',
  CHANNELS_MAX: 'what an operator writes',
  ADDRESSES_MAX: 'what an operator writes',
  WRITTEN_MAX: 'a name that is longer is none: whoever bears it is refused',
  RECEIPT_MAX: 'what another server says of itself: the rest is left out',
  UPSTREAM_LIMITS: 'what the documents grant to a key',
  NO_LIMITS: 'of the simulator alone',
  STROKES_MAX: 'more than a minute ever has',
  UNPACKED_MAX_BYTES: 'what we packed ourselves',
  TOLD_MAX: 'the log names no more',
  ZOOM_MAX: 'of the base map',
  AHEAD_MAX_MS: 'a time, no amount',
  REACH_MAX_MS: 'a time: what is further back is told as a gap',
}

it('names existing limits, each with its response and its metric', () => {
  expect(rows.length).toBeGreaterThan(20)
  expect([...told].filter((name) => !constants.has(name))).toEqual([])
  expect(
    rows.filter((cells) => cells.slice(1, 6).some((cell) => cell === '') || namesIn(cells[5]).length === 0),
  ).toEqual([])
})

it('names every limit of the code', () => {
  const limits = [...constants].filter((name) => /(_MAX|_MAX_BYTES|_LIMITS|_PER_SECOND)$/.test(name))
  expect(limits.length).toBeGreaterThan(20)
  expect(limits.filter((name) => !told.has(name) && !(name in INNER))).toEqual([])
  expect(Object.keys(INNER).filter((name) => !constants.has(name))).toEqual([])
})
