import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Clock } from '../../../core/time/clock.ts'
import { accepts } from '../../http/static.ts'
import type { Admitted } from './gate.ts'

const HELD_MS = 1_000

/** A JSON body, and the same one compressed: made when first asked for. */
export interface SharedAnswer {
  plain: Uint8Array<ArrayBuffer>
  gzipped(): Promise<Uint8Array<ArrayBuffer>>
}

interface Held {
  /** Monotonic; null while others are made before it. */
  begunAtMs: number | null
  answer: Promise<SharedAnswer>
}

/**
 * Answers that every viewer asks for on joining: after a restart all at once. They are made one after the other, so that
 * no more than two of them are held here, and whoever asks meanwhile shares the next one. `mayHold` is false where what
 * changes is not heard of here; whoever asks then gets what is asked for after, and not before.
 */
export function createSharedAnswers(deps: { clock: Clock; mayHold(): boolean }) {
  const { clock, mayHold } = deps
  const held = new Map<string, Held>()
  let last: Promise<unknown> = Promise.resolve()

  async function answerOf(make: () => Promise<string>): Promise<SharedAnswer> {
    const plain = new TextEncoder().encode(await make())
    let gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined
    return {
      plain,
      gzipped() {
        gzipped ??= promisify(gzip)(plain)
        return gzipped
      },
    }
  }

  function isGood({ begunAtMs }: Held): boolean {
    return begunAtMs === null || (mayHold() && clock.monotonicMs() - begunAtMs < HELD_MS)
  }

  return {
    /** The answer to `question`, as long as nothing is said to have changed; else the JSON text that `make` brings. */
    of(question: string, make: () => Promise<string>): Promise<SharedAnswer> {
      const known = held.get(question)
      if (known && isGood(known)) return known.answer
      const answer = last.then(() => {
        entry.begunAtMs = clock.monotonicMs()
        return answerOf(make)
      })
      const entry: Held = { begunAtMs: null, answer }
      const forget = () => {
        if (held.get(question) === entry) held.delete(question)
      }
      held.set(question, entry)
      last = answer.then(() => {}, forget)
      return answer
    },
    /** What was held says no longer all there is. */
    changed(): void {
      for (const [question, { begunAtMs }] of held) if (begunAtMs !== null) held.delete(question)
    },
  }
}

/** Sends an answer in the form that the client takes. */
export async function sendShared(c: Context<Admitted>, { plain, gzipped }: SharedAnswer): Promise<Response> {
  c.header('content-type', 'application/json; charset=utf-8')
  c.header('vary', 'accept-encoding')
  const isPacked = accepts(c.req.header('accept-encoding'), 'gzip')
  if (isPacked) c.header('content-encoding', 'gzip')
  const body = isPacked ? await gzipped() : plain
  c.set('sharedBody', body)
  return c.body(body)
}
