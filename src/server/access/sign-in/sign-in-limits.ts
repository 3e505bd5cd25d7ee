import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'

const FIRST_MS = 1_000
/** After so long without an attempt whatever was counted is forgotten. */
const FORGET_MS = HOUR_MS
const KEYS_MAX = 10_000

/** Of one browser, and of one name at one address: people mistype, and mean only themselves. */
const OWN = { free: 2, longestMs: 15 * MINUTE_MS }
/** Of one name, from everywhere else: guesses of many networks are those of one. */
const OF_A_NAME = { free: 9, longestMs: 15 * MINUTE_MS }
/** Of one address, whatever the name: behind it there may be a whole office, which is not to be kept out for long. */
const OF_AN_ADDRESS = { free: 19, longestMs: MINUTE_MS }

/** Who tries to sign in. */
export interface SignInAttempt {
  client: string
  /** Null for a password without a name. */
  name: string | null
  /** The browser, where somebody has signed in by it under this name. */
  device: string | null
}

/** What one process tells the others of an attempt. */
export interface SignInWord {
  /** 1 for an attempt, which counts as a failure; -1 for one that turned out to be none. */
  count: 1 | -1
  of: { kind: 'device' | 'pair' | 'name' | 'address'; key: string }[]
  /** Of one that was right: whom it makes known. */
  known?: { pair: string; device: string | null }
}

/** By which processes that let in the same people tell each other. */
export interface SignInWords {
  say(word: SignInWord): void
  on(listener: (word: SignInWord) => void): () => void
}

/** How long to wait, or an attempt that counts as a failure until it is told otherwise. */
export type Claim =
  | { kind: 'wait'; waitMs: number }
  | {
      kind: 'may-try'
      /** Strangers share what is left of the capacity for checking passwords. */
      isStranger: boolean
      /** Takes back what this attempt counted, and nothing that others did. */
      wasRight(): void
      wasNotTried(): void
    }

/**
 * How long an attempt to sign in has to wait. Failures are counted by name and by address. A browser by which somebody
 * has signed in under a name, and an address from which somebody has, are counted apart: so nobody who guesses at a name,
 * from wherever and however often, keeps out its owner, and no neighbour behind the same address does.
 */
export function createSignInLimits(clock: Clock, others: SignInWords | null = null) {
  const counters = {
    device: createDelays(clock, OWN),
    pair: createDelays(clock, OWN),
    name: createDelays(clock, OF_A_NAME),
    address: createDelays(clock, OF_AN_ADDRESS),
  }
  const knownPairs = new LRUCache<string, true>({ max: KEYS_MAX })

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
      // Counted before the result is known, so that many attempts at once do not get around the limit.
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

/** Counts failures by key: after those that are free each further one makes wait twice as long. */
function createDelays(clock: Clock, { free, longestMs }: { free: number; longestMs: number }) {
  const entries = new LRUCache<string, { failures: number; lastMs: number }>({ max: KEYS_MAX })

  return (key: string): Counter => {
    function failures(): number {
      const known = entries.get(key)
      return known && clock.monotonicMs() - known.lastMs < FORGET_MS ? known.failures : 0
    }
    return {
      waitMs() {
        const costly = failures() - free
        const delayMs = costly <= 0 ? 0 : Math.min(FIRST_MS * 2 ** (costly - 1), longestMs)
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
