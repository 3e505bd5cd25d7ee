import { LRUCache } from 'lru-cache'
import { doublingMs } from '../../../core/time/backoff.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { entriesAtMost } from '../../../core/util/entries-at-most.ts'

const FIRST_MS = 1_000
/** Counters are reset after this time without an attempt. */
const FORGET_MS = HOUR_MS
const KEYS_MAX = 10_000

/** For one browser, and for one name at one address: typing errors. */
const OWN = { free: 2, longestMs: 15 * MINUTE_MS }
/** For one name from all other addresses: distributed guessing counts as one attacker. */
const OF_A_NAME = { free: 9, longestMs: 15 * MINUTE_MS }
/** For one address and any name: it may be a whole office, so the delay stays short. */
const OF_AN_ADDRESS = { free: 19, longestMs: MINUTE_MS }

export interface SignInAttempt {
  client: string
  /** Null for a password without a name. */
  name: string | null
  /** The known browser, if a sign-in under this name succeeded in it before. */
  device: string | null
}

/** Message about an attempt to the other server processes. */
export interface SignInWord {
  /** 1 for an attempt, counted as a failure; -1 to take it back after success. */
  count: 1 | -1
  of: { kind: 'device' | 'pair' | 'name' | 'address'; key: string }[]
  /** Set for a successful attempt: the pair and browser that become known. */
  known?: { pair: string; device: string | null }
}

/** Exchange of counters between server processes. */
export interface SignInWords {
  say(word: SignInWord): void
  on(listener: (word: SignInWord) => void): () => void
}

/** A delay, or an attempt counted as a failure until it is confirmed. */
export type Claim =
  | { kind: 'wait'; waitMs: number }
  | {
      kind: 'may-try'
      /** Strangers share the remaining capacity for password checks. */
      isStranger: boolean
      /** Takes back the counts of this attempt only. */
      wasRight(): void
      wasNotTried(): void
    }

/**
 * Delays for sign-in attempts. Failures are counted by name and by address. Known browsers and known addresses of a
 * name are counted separately, so that an attacker who guesses at a name can lock out neither its owner nor others at
 * the address.
 */
export function createSignInLimits(clock: Clock, others: SignInWords | null = null) {
  const counters = {
    device: createDelays(clock, OWN),
    pair: createDelays(clock, OWN),
    name: createDelays(clock, OF_A_NAME),
    address: createDelays(clock, OF_AN_ADDRESS),
  }
  const knownPairs = new LRUCache<string, true>(entriesAtMost(KEYS_MAX))

  const pairOf = ({ client, name }: SignInAttempt) => `${client} ${name ?? ''}`

  function countedBy(attempt: SignInAttempt): SignInWord['of'] {
    const { client, name, device } = attempt
    if (device !== null) return [{ kind: 'device', key: device }]
    const pair = { kind: 'pair', key: pairOf(attempt) } as const
    if (knownPairs.has(pair.key)) return [pair]
    return [pair, { kind: 'name', key: name ?? '' }, { kind: 'address', key: client }]
  }

  function waitMs(attempt: SignInAttempt): number {
    return Math.max(...countedBy(attempt).map(({ kind, key }) => counters[kind](key).waitMs()))
  }

  function take({ count, of, known }: SignInWord): void {
    for (const { kind, key } of of) {
      const counter = counters[kind](key)
      if (count > 0) counter.add()
      else counter.takeBack()
    }
    if (!known) return
    knownPairs.set(known.pair, true)
    if (known.device !== null) counters.device(known.device).clear()
  }

  function note(word: SignInWord): void {
    take(word)
    others?.say(word)
  }
  others?.on(take)

  return {
    waitMs,
    attempt(attempt: SignInAttempt): Claim {
      const leftMs = waitMs(attempt)
      if (leftMs > 0) return { kind: 'wait', waitMs: leftMs }
      const of = countedBy(attempt)
      const { device } = attempt
      const pair = pairOf(attempt)
      // Counted before the result is known, so that parallel attempts cannot bypass the limit.
      note({ count: 1, of })
      return {
        kind: 'may-try',
        isStranger: device === null && !knownPairs.has(pair),
        wasNotTried: () => note({ count: -1, of }),
        wasRight: () => note({ count: -1, of, known: { pair, device } }),
      }
    },
  }
}

interface Counter {
  waitMs(): number
  add(): void
  takeBack(): void
  clear(): void
}

/** Counts failures by key: after the free attempts each further one doubles the delay. */
function createDelays(clock: Clock, { free, longestMs }: { free: number; longestMs: number }) {
  const entries = new LRUCache<string, { failures: number; lastMs: number }>(entriesAtMost(KEYS_MAX))

  return (key: string): Counter => {
    function failures(): number {
      const known = entries.get(key)
      return known && clock.monotonicMs() - known.lastMs < FORGET_MS ? known.failures : 0
    }
    return {
      waitMs() {
        const costly = failures() - free
        const delayMs = costly <= 0 ? 0 : doublingMs(costly - 1, FIRST_MS, longestMs)
        const lastMs = entries.get(key)?.lastMs ?? 0
        return Math.max(0, Math.ceil(lastMs + delayMs - clock.monotonicMs()))
      },
      add: () => void entries.set(key, { failures: failures() + 1, lastMs: clock.monotonicMs() }),
      takeBack() {
        const known = entries.get(key)
        if (known) entries.set(key, { ...known, failures: Math.max(0, known.failures - 1) })
      },
      clear: () => void entries.delete(key),
    }
  }
}
