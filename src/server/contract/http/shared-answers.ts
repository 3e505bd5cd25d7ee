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

/**
 * Answers that every viewer asks for on joining: after a restart all at once. `mayHold` is false where what changes is
 * not heard of here; whoever asks then gets what is asked for after, and not before.
 */
export function createSharedAnswers(deps: { clock: Clock; mayHold(): boolean }) {
  const { clock, mayHold } = deps
  const held = new Map<string, { madeAtMs: number; answer: Promise<SharedAnswer> }>()

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

  return {
    /** The answer to `question`, as long as nothing is said to have changed; else the JSON text that `make` brings. */
    of(question: string, make: () => Promise<string>): Promise<SharedAnswer> {
      if (!mayHold()) return answerOf(make)
      const known = held.get(question)
      if (known && clock.monotonicMs() - known.madeAtMs < HELD_MS) return known.answer
      const answer = answerOf(make)
      held.set(question, { madeAtMs: clock.monotonicMs(), answer })
      answer.catch(() => held.delete(question))
      return answer
    },
    /** What was held says no longer all there is. */
    changed: () => held.clear(),
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
