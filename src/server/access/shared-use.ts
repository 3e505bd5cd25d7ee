import type { Clock } from '../../core/time/clock.ts'
import type { Channel } from '../web/channel.ts'
import { type Elsewhere, type Held, NOWHERE, type UsageExchange } from '../web/usage-exchange.ts'

const SAY_EVERY_MS = 1_000
/** A process without a message for this time has ended. */
const ENDED_AFTER_MS = 3_500
/** All processes together do not report at most this part of a limit. */
const UNSAID_PART = 1 / 4
/** Clients of a limit in a message: those with the most use. */
const CLIENTS_MAX = 200
const PROCESSES_MAX = 200
/** Clients counted in a second. */
const COUNTED_MAX = 10_000

/** By limit: requests of clients in a second, or their open connections. */
export type UseWord = Record<string, [client: string, count: number][]>

/** Each process reports the clients that use much of a limit, once a second. */
export function createSharedUse(deps: {
  channel: Channel<UseWord>
  clock: Clock
}): UsageExchange & { clients(): number; close(): void } {
  const { channel, clock } = deps
  const own = new Map<string, () => Held[]>()
  const others = new Map<string, { saidMs: number; word: UseWord }>()
  const sums = new Map<string, Map<string, Elsewhere>>()

  function add(word: UseWord, sign: 1 | -1): void {
    for (const [of, clients] of Object.entries(word)) {
      const sum = sums.get(of)
      for (const [client, count] of sum ? clients.slice(0, CLIENTS_MAX) : []) {
        const before = sum!.get(client) ?? NOWHERE
        const after = { count: before.count + sign * count, processes: before.processes + sign }
        if (after.processes > 0) sum!.set(client, after)
        else sum!.delete(client)
      }
    }
  }

  function forget(by: string): void {
    const known = others.get(by)
    if (known) add(known.word, -1)
    others.delete(by)
  }

  function say(): void {
    const nowMs = clock.monotonicMs()
    for (const [by, { saidMs }] of others) if (nowMs - saidMs > ENDED_AFTER_MS) forget(by)
    const least = UNSAID_PART / (others.size + 1)
    const word: UseWord = {}
    for (const [of, take] of own) {
      const told = take().filter(([, count, limit]) => count / limit >= least)
      told.sort(([, a, ofA], [, b, ofB]) => b / ofB - a / ofA)
      if (told.length > 0) word[of] = told.slice(0, CLIENTS_MAX).map(([client, count]) => [client, count])
    }
    channel.say(word)
  }

  function begin(of: string, take: () => Held[]) {
    const sum = new Map<string, Elsewhere>()
    sums.set(of, sum)
    own.set(of, take)
    return (client: string) => sum.get(client) ?? NOWHERE
  }

  const stops = [
    clock.every(SAY_EVERY_MS, say),
    channel.on((word, by) => {
      forget(by)
      if (others.size >= PROCESSES_MAX) return
      others.set(by, { saidMs: clock.monotonicMs(), word })
      add(word, 1)
    }),
  ]

  return {
    done(of) {
      const counts = new Map<string, { count: number; limit: number }>()
      const elsewhere = begin(of, () => {
        const told = [...counts].map(([client, { count, limit }]): Held => [client, count, limit])
        counts.clear()
        return told
      })
      return {
        elsewhere,
        note(client, limit) {
          const known = counts.get(client)
          if (known) known.count++
          else if (counts.size < COUNTED_MAX) counts.set(client, { count: 1, limit })
        },
      }
    },
    /** Clients with use at other processes. */
    clients: () => [...sums.values()].reduce((sum, { size }) => sum + size, 0),
    held: (of, now) => ({ elsewhere: begin(of, now) }),
    close() {
      for (const stop of stops) stop()
    },
  }
}
