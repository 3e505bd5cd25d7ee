import type { Logger } from 'pino'
import { ContractError } from '../../../client/http/contract-api.ts'
import { doublingMs } from '../../../core/time/backoff.ts'
import { type Clock, delay } from '../../../core/time/clock.ts'
import type { ClusterWatch } from '../cluster.ts'
import { BYTES_MAX } from '../kept/keeping.ts'
import { pack } from '../messages.ts'
import type { Ask, ForwardedAnswer, ForwardedRequest } from '../questions.ts'
import { CHECK_EVERY_MS, TRY_AGAIN_MS } from '../timing.ts'
import type { WatchTerms } from './led-watch.ts'
import type { SharedWatchStore } from './shared-watch-store.ts'

export type WatchLeading = ReturnType<typeof joinWatch>['leading']

const TOO_LONG = 'The request is too long to be forwarded to the leader: send it in parts.'

/** Connects the leader with the alarm engine and the routes, which are set later. */
export function joinWatch(deps: { store: SharedWatchStore; ask: Ask; clock: Clock; log: Logger }) {
  const { store, clock, log } = deps
  let terms: WatchTerms | null = null
  let answer: ((request: ForwardedRequest) => Promise<ForwardedAnswer>) | null = null
  const failed = (what: string) => (error: unknown) => log.error({ error: String(error) }, what)
  const isOpen = () => terms?.isOpen() ?? false

  /** Retried while this process is the leader, which would raise no alarms otherwise. */
  async function openWatch(isHeld: () => boolean): Promise<void> {
    for (let tries = 0; isHeld() && store.leads(); tries++) {
      try {
        return await terms?.begin()
      } catch (error) {
        failed('alarms not opened, retrying')(error)
        await delay(clock, doublingMs(tries, TRY_AGAIN_MS, CHECK_EVERY_MS))
      }
    }
  }

  const watch: ClusterWatch = {
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
      if (pack(request).length > BYTES_MAX) throw new ContractError('bad-request', TOO_LONG)
      return (await deps.ask({ about: 'watch', request })) as ForwardedAnswer | null
    },
  }
  return {
    watch,
    /** The alarms of a leader. No method rejects. */
    leading: {
      async begin(isHeld: () => boolean, onFenced: (why: string) => void): Promise<void> {
        const led = store.lead(isHeld, onFenced).then((leads) => (leads ? openWatch(isHeld) : undefined))
        await led.catch(failed('alarms not opened'))
      },
      /** Null if this process cannot answer. */
      answer: (request: ForwardedRequest) => (isOpen() && answer ? answer(request) : null),
      /** Writes pending alarms and ends. */
      async end(): Promise<void> {
        await terms?.end().catch(failed('alarms not closed'))
        await store.stopLeading()
      },
    },
  }
}
