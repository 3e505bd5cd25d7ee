import type { StrikesHead } from '../../../contract/strike-history.ts'
import { formatUtc } from '../../../contract/time.ts'
import { type Box, isInside } from '../../../core/geo/geo.ts'
import { filterBlock, type StrikeBlock } from '../../../core/strikes/strike-block.ts'
import { writeFrame } from '../../../core/strikes/strike-chunks.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { WorkScheduler } from '../../event-loop/work-scheduler.ts'
import { blocksIn, packAside } from '../../history/packing.ts'
import type { StrikeReader } from '../../history/strike-reader.ts'
import { lineBytes } from './line-bytes.ts'

/** Takes a few milliseconds; then other work gets a turn. */
const LINES_AT_ONCE = 1_024
/** Bounds the length of the header. */
const PERIODS_IN_HEADER = 40

/** Requested strikes in [fromMs, toMs), Unix ms. */
export interface Wanted {
  fromMs: number
  toMs: number
  box: Box | undefined
}

/**
 * A response body, generated while it is sent: at most a minute of strikes is in memory. Each piece takes some
 * milliseconds; an empty one means that a step found no strikes.
 */
export type Pieces = AsyncGenerator<Uint8Array, void, void>
const NOTHING = new Uint8Array(0)

export async function* sealedColumns(strikes: StrikeReader, minutes: readonly number[], head: StrikesHead): Pieces {
  yield headFrame(head)
  for (const minute of minutes) yield (await strikes.sealedFrames(minute)) ?? NOTHING
  yield END
}

export async function* sealedLines(strikes: StrikeReader, minutes: readonly number[]): Pieces {
  for (const minute of minutes) {
    yield* linesOfFrames(await strikes.sealedFrames(minute))
  }
}

export async function* columns(strikes: StrikeReader, wanted: Wanted, head: StrikesHead): Pieces {
  yield headFrame(head)
  for (const minute of await strikes.minutes(wanted.fromMs, wanted.toMs)) {
    const frames = isWhole(minute, wanted)
      ? await strikes.frames(minute)
      : await framesOf(cut(await strikes.block(minute), minute, wanted))
    yield frames ?? NOTHING
  }
  yield END
}

export async function* lines(strikes: StrikeReader, wanted: Wanted): Pieces {
  for (const minute of await strikes.minutes(wanted.fromMs, wanted.toMs)) {
    if (isWhole(minute, wanted)) {
      yield* linesOfFrames(await strikes.frames(minute))
      continue
    }
    const chosen = cut(await strikes.block(minute), minute, wanted)
    if (chosen) yield* linesOf(chosen)
    yield NOTHING
  }
}

/** Lines of ordered frames: a minute of an outbreak has eight, each decompressed in a separate turn. */
function* linesOfFrames(frames: Uint8Array | null): Generator<Uint8Array, void, void> {
  for (const block of frames ? blocksIn(frames) : []) {
    yield NOTHING
    yield* linesOf(block)
  }
  yield NOTHING
}

function* linesOf(block: StrikeBlock): Generator<Uint8Array, void, void> {
  for (let from = 0; from < block.offsetsNs.length; from += LINES_AT_ONCE) {
    const to = Math.min(from + LINES_AT_ONCE, block.offsetsNs.length)
    yield lineBytes(block, from, to)
  }
}

/** True if the stored minute can be sent unchanged. */
function isWhole(minute: number, { fromMs, toMs, box }: Wanted): boolean {
  return !box && minute * MINUTE_MS >= fromMs && (minute + 1) * MINUTE_MS <= toMs
}

function cut(block: StrikeBlock | null, minute: number, { fromMs, toMs, box }: Wanted): StrikeBlock | null {
  if (!block) return null
  const fromNs = (fromMs - minute * MINUTE_MS) * 1e6
  const toNs = (toMs - minute * MINUTE_MS) * 1e6
  const { lat, lon } = block.columns
  return filterBlock(block, (i) => {
    const offsetNs = block.offsetsNs[i]!
    return (
      offsetNs >= fromNs && offsetNs < toNs && (!box || isInside(box, { lat: Number(lat[i]), lon: Number(lon[i]) }))
    )
  })
}

async function framesOf(block: StrikeBlock | null): Promise<Uint8Array | null> {
  return block && block.offsetsNs.length > 0 ? packAside(block) : null
}

function headFrame(head: StrikesHead): Uint8Array {
  return writeFrame({ kind: 'head', packing: 'plain', body: new TextEncoder().encode(JSON.stringify(head)) })
}

const END = writeFrame({ kind: 'end', packing: 'plain', body: new Uint8Array(0) })

/**
 * Sends pieces as the client reads them; a disconnect cancels. Each piece waits for its turn: readers on a fast
 * connection would otherwise block live data for the time it takes to write a day.
 */
export function streamOf(
  pieces: Pieces,
  {
    turns,
    asker,
    onError,
    onEnd,
  }: {
    turns: WorkScheduler
    asker: string
    onError(error: unknown): void
    /** Sent, failed or cancelled; may be called twice. */
    onEnd(): void
  },
): ReadableStream<Uint8Array> {
  let isWanted = true
  return new ReadableStream({
    async pull(controller) {
      try {
        for (;;) {
          const { value, done } = await turns.take(asker, () => pieces.next())
          if (!isWanted) return
          if (done) {
            onEnd()
            return controller.close()
          }
          if (value.length > 0) return controller.enqueue(value)
        }
      } catch (error) {
        // The headers are sent: closing the connection is the only way to signal an incomplete body.
        onError(error)
        onEnd()
        controller.error(error)
      }
    },
    async cancel() {
      isWanted = false
      onEnd()
      await pieces.return()
    },
  })
}

/**
 * Unobserved periods for a header: if there are many, near ones are merged, so that coverage is understated rather than
 * overstated.
 */
export function periodsText(periods: readonly Span[]): string {
  const told = periods.map((span) => ({ ...span }))
  while (told.length > PERIODS_IN_HEADER) {
    let narrow = 1
    for (let i = 2; i < told.length; i++) if (between(told, i) < between(told, narrow)) narrow = i
    told[narrow - 1]!.toMs = told[narrow]!.toMs
    told.splice(narrow, 1)
  }
  return told.map(({ fromMs, toMs }) => `${formatUtc(fromMs)}/${formatUtc(toMs)}`).join(', ')
}

function between(spans: readonly Span[], i: number): number {
  return spans[i]!.fromMs - spans[i - 1]!.toMs
}
