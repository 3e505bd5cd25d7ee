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
    .filter((path) => path.startsWith('server/') && !isOfTests(path))
    .flatMap((path) =>
      [...readSource(path).matchAll(/^(?:export )?const ([A-Z][A-Z_]+)\b/gm)].map(([, name = '']) => name),
    ),
)

/** Limits that operators need not know, by reason. */
const INNER: Record<string, string> = {
  'a cache: computed or read again':
    'JOIN_BOXES_MAX ENTRIES_MAX TEXT_MAX HELD_MAX_BYTES LATE_HELD_MAX TAILS_MAX ACCOUNTS_MAX FAILED_MAX KEYS_MAX CLIENTS_MAX MARKS_MAX TILES_KEPT_MAX',
  'waiting, and then shown as a gap or read again':
    'HELD_MAX MISSED_MAX UNLOGGED_MAX MESSAGES_KEPT_MAX RECORDS_KEPT_MAX KEPT_CHARACTERS_MAX STREAM_UNSENT_MAX_BYTES FORECASTS_WAITING_MAX',
  'between processes of one cluster':
    'BYTES_MAX STATE_MAX_CHARS TOGETHER_MAX COUNTED_MAX PROCESSES_MAX RAISED_WAITING_MAX',
  'beside a documented limit of the same request':
    'BODY_MAX_BYTES CHARS_WAITING_MAX LATENCY_PER_SECOND PARTS_MAX ENDED_MAX ENDED_IN_ALL_MAX QUESTIONS_MAX STOPS_KEPT_MAX CODES_MAX CELLS_MAX AIRPORTS_MAX REPORTS_AT_ONCE_MAX',
  'an answer of another server':
    'ANSWER_MAX_BYTES FORECAST_MAX_BYTES PAYLOAD_MAX_BYTES STRIKES_MAX_BYTES RECEIPT_MAX SOCKETS_MAX UPSTREAM_LIMITS',
  'part of a longer text or picture':
    'ALARMS_MAX ALARMS_WAITING_MAX BODY_LINES_MAX PUSH_TEXT_MAX_BYTES OWN_ALARMS_MAX DAILY_PLACES_MAX STRIKES_DRAWN_MAX TILES_MAX TOLD_MAX',
  'written by an operator':
    'LINES_PER_NAME_MAX MEMORY_MAX_BYTES SECRETS_MAX LAYERS_MAX CHANNELS_MAX ADDRESSES_MAX WRITTEN_MAX',
  'the back-up command alone': 'BACKUP_CLIENTS_MAX',
  'the simulator alone': 'NO_LIMITS',
  'written by this server': 'STROKES_MAX UNPACKED_MAX_BYTES ZOOM_MAX',
}
const inner = Object.values(INNER).flatMap((names) => names.split(' '))

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
  expect(limits.filter((name) => !told.has(name) && !inner.includes(name))).toEqual([])
  expect(inner.filter((name) => !constants.has(name) || told.has(name))).toEqual([])
})
