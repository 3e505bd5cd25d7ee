import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Clock } from '../../../core/time/clock.ts'
import { accepts } from '../../web/static.ts'
import type { Admitted } from './gate.ts'

const HELD_MS = 1_000

/** A JSON body and its compressed form, created on first use. */
export interface SharedAnswer {
  plain: Uint8Array<ArrayBuffer>
  gzipped(): Promise<Uint8Array<ArrayBuffer>>
}

interface Held {
  /** Monotonic; null while it is queued. */
  begunAtMs: number | null
  answer: Promise<SharedAnswer>
}

/**
 * Responses that every viewer requests on joining, after a restart all at once. Created one after the other and shared
 * by concurrent requests, so that at most two are in memory. `mayHold` is false if changes are not observed here;
 * requests then get a response created after they arrived.
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
    /** The cached response to `question` if it is still current; else the JSON text from `make`. */
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
    /** Invalidates cached responses. */
    changed(): void {
      for (const [question, { begunAtMs }] of held) if (begunAtMs !== null) held.delete(question)
    },
  }
}

/** Sends a response in an encoding that the client accepts. */
export async function sendShared(c: Context<Admitted>, { plain, gzipped }: SharedAnswer): Promise<Response> {
  c.header('content-type', 'application/json; charset=utf-8')
  c.header('vary', 'accept-encoding')
  const isPacked = accepts(c.req.header('accept-encoding'), 'gzip')
  if (isPacked) c.header('content-encoding', 'gzip')
  const body = isPacked ? await gzipped() : plain
  c.set('sharedBody', body)
  return c.body(body)
}
