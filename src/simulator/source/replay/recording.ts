import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { whyUnreadable } from '../../../server/settings/unreadable-file.ts'
import { lineReader, type RecordedStrike } from './recording-lines.ts'

/** Recorded strikes in order of time, in flat columns: 33 bytes each. */
export interface Recording {
  count: number
  /** Whole Unix seconds, and the nanoseconds of that second. */
  seconds: Float64Array
  nanoseconds: Float64Array
  lats: Float64Array
  lons: Float64Array
  /** 0 if the recording has no polarity. */
  polarities: Int8Array
}

/** Number of unreadable lines, and the first of them with their problems. */
export interface BadLines {
  count: number
  named: string[]
}

export type ReadRecording = { ok: true; recording: Recording; bad: BadLines } | { ok: false; problem: string }

/** This many take some 70 MB of memory. */
const STRIKES_MAX = 2_000_000
const LINE_MAX = 10_000
const BAD_NAMED_MAX = 5

/**
 * Reads recorded strikes: comma-separated lines under a header, gzipped or not. Invalid lines are skipped; a file
 * without a valid one is refused, with a message for the operator. The file is streamed.
 */
export async function readRecording(path: string): Promise<ReadRecording> {
  try {
    return await readLines(path)
  } catch (error) {
    const isOfSystem = error instanceof Error && 'code' in error
    return { ok: false, problem: `${path} ${isOfSystem ? whyUnreadable(error) : "can't be read (it is damaged)"}` }
  }
}

async function readLines(path: string): Promise<ReadRecording> {
  const columns = new GrowingColumns()
  const bad: BadLines = { count: 0, named: [] }
  let read: ((line: string) => RecordedStrike | string) | null = null
  let number = 0
  for await (const line of linesOf(path)) {
    number++
    if (line.trim() === '' || line.startsWith('#')) continue
    if (!read) {
      const reader = lineReader(line)
      if ('missing' in reader) {
        const named = `its first line has to name time, lat and lon, and names no ${reader.missing.join(' and no ')}`
        return { ok: false, problem: `${path} can't be played: ${named}` }
      }
      read = reader.read
      continue
    }
    const strike = line.length >= LINE_MAX ? 'too long' : read(line)
    if (typeof strike === 'string') {
      if (++bad.count <= BAD_NAMED_MAX) bad.named.push(`line ${number}: ${strike}`)
    } else if (columns.count < STRIKES_MAX) {
      columns.add(strike)
    } else {
      return { ok: false, problem: `${path} can't be played: it has more than ${STRIKES_MAX} strikes` }
    }
  }
  if (columns.count > 0) return { ok: true, recording: columns.inOrder(), bad }
  const why = bad.count > 0 ? ` (bad lines: ${bad.count}; ${bad.named.join(', ')})` : ''
  return { ok: false, problem: `${path} can't be played: it holds no strike${why}` }
}

/** The lines of a file, gzipped or not; an overlong line is truncated. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const isPacked = await isGzip(path)
  const bytes = createReadStream(path)
  const unpacked = isPacked ? pipeline(bytes, createGunzip(), () => {}) : bytes
  unpacked.setEncoding('utf8')
  let begun = ''
  for await (const text of unpacked) {
    const lines = (begun + text).split(/\r?\n/)
    begun = lines.pop()!.slice(0, LINE_MAX)
    yield* lines
  }
  yield begun
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  return buffer[0] === 0x1f && buffer[1] === 0x8b
}

/** Columns that double when they are full. */
class GrowingColumns {
  count = 0
  #columns = columnsFor(1_024)

  add({ second, nanosecond, lat, lon, polarity }: RecordedStrike): void {
    if (this.count === this.#columns.seconds.length) {
      const old = this.#columns
      this.#columns = columnsFor(2 * this.count)
      for (const name of NAMES) this.#columns[name].set(old[name])
    }
    this.#columns.seconds[this.count] = second
    this.#columns.nanoseconds[this.count] = nanosecond
    this.#columns.lats[this.count] = lat
    this.#columns.lons[this.count] = lon
    this.#columns.polarities[this.count] = polarity
    this.count++
  }

  /** Sorted by time; strikes of one moment in file order. */
  inOrder(): Recording {
    const { seconds, nanoseconds } = this.#columns
    const order = Uint32Array.from({ length: this.count }, (_, i) => i)
    order.sort((a, b) => seconds[a]! - seconds[b]! || nanoseconds[a]! - nanoseconds[b]! || a - b)
    const sorted = columnsFor(this.count)
    for (const name of NAMES) {
      const column = this.#columns[name]
      for (let i = 0; i < this.count; i++) sorted[name][i] = column[order[i]!]!
    }
    return { count: this.count, ...sorted }
  }
}

const NAMES = ['seconds', 'nanoseconds', 'lats', 'lons', 'polarities'] as const

function columnsFor(room: number): Omit<Recording, 'count'> {
  return {
    seconds: new Float64Array(room),
    nanoseconds: new Float64Array(room),
    lats: new Float64Array(room),
    lons: new Float64Array(room),
    polarities: new Int8Array(room),
  }
}
