import type { Logger } from 'pino'
import { ContractError } from '../../../client/http/contract-api.ts'
import { doublingMs } from '../../../core/time/backoff.ts'
import { type Clock, delay } from '../../../core/time/clock.ts'
import type { ClusterWatch } from '../cluster.ts'
import { pack } from '../messages.ts'
import type { Ask } from '../questions.ts'
import { CHECK_EVERY_MS, TRY_AGAIN_MS } from '../timing.ts'
import type { ForwardedAnswer, ForwardedRequest } from './forwarding.ts'
import type { WatchTerms } from './led-watch.ts'
import type { SharedWatchStore } from './shared-watch-store.ts'

/** What one message of NATS may be long (1 MiB), with room for what stands around it. */
const BYTES_MAX = 1_000_000

/** The watch as leading goes by it. */
export interface WatchLeading {
  /** Never rejects. */
  begin(isHeld: () => boolean, onFenced: (why: string) => void): Promise<void>
  /** Null where this process can't answer. */
  answer(request: ForwardedRequest): Promise<unknown> | null
  /** Ends it here; what was raised is written while it may be. Never rejects. */
  end(): Promise<void>
}

/** Joins what is set later (the watch itself, and the routes that answer) to whoever leads. */
export function joinWatch(deps: { store: SharedWatchStore; ask: Ask; clock: Clock; log: Logger }): {
  watch: ClusterWatch
  leading: WatchLeading
} {
  const { store, clock, log } = deps
  let terms: WatchTerms | null = null
  let answer: ((request: ForwardedRequest) => Promise<ForwardedAnswer>) | null = null
  const failed = (what: string) => (error: unknown) => log.error({ error: String(error) }, what)
  const isOpen = () => terms?.isOpen() ?? false

  /** Whoever leads watches: a lead without a watch would raise nothing, for as long as it lasts. */
  async function openWatch(isHeld: () => boolean): Promise<void> {
    for (let tries = 0; isHeld() && store.leads(); tries++) {
      try {
        return await terms?.begin()
      } catch (error) {
        failed('the watch could not be opened: trying again')(error)
        await delay(clock, doublingMs(tries, TRY_AGAIN_MS, CHECK_EVERY_MS))
      }
    }
  }

  return {
    leading: {
      async begin(isHeld, onFenced) {
        const led = store.lead(isHeld, onFenced).then((leads) => (leads ? openWatch(isHeld) : undefined))
        await led.catch(failed('the watch could not be opened'))
      },
      answer: (request) => (isOpen() && answer ? answer(request) : null),
      async end() {
        await terms?.end().catch(failed('the watch could not be closed'))
        await store.stopLeading()
      },
    },
    watch: {
      store,
      isOpen,
      isFull: () => store.isFull(),
      setTerms(next) {
        terms = next
      },
      answerBy(next) {
        answer = next
      },
      async ask(request) {
        if (pack(request).length > BYTES_MAX) {
          throw new ContractError('bad-request', 'This is too long for a process that does not lead: send it in parts.')
        }
        return (await deps.ask({ about: 'watch', request })) as ForwardedAnswer | null
      },
    },
  }
}
