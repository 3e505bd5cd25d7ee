import type { Clock } from '../../../core/time/clock.ts'
import { type Held, NOWHERE, type SharedUsage, type UsageExchange } from '../../web/usage-exchange.ts'
import type { Application } from './application.ts'
import { createPeakMeter, createSlidingWindow } from './sliding-window.ts'

const ACCOUNTS_MAX = 10_000
const QUESTIONS_MAX = 5_000
/**
 * Up to this number all slots are scanned for closing sockets whenever one is taken. Behind an office address or a
 * proxy there may be thousands, all reconnecting after a restart: there the scan runs only when the limit seems
 * reached.
 */
const SLOTS_LOOKED_THROUGH = 100

/** Occupies one of an application's socket slots while it is open. */
export interface SlotHolder {
  isOpen(): boolean
}

/** Usage of one application, for operators and tests. */
export interface AccountEntry {
  application: string
  requests: { total: number; peakPerSecond: number; rateLimited: number }
  sockets: { now: number; peak: number; refused: number }
  pointsSpent: number
  /** Number of charged requests by endpoint. */
  calls: Record<string, number>
  tokensIssued: number
}

/** Limits and usage of one application. */
export type Account = ReturnType<typeof createAccount>

export interface Accounts {
  of(application: Application): Account
  entries(): AccountEntry[]
}

/** `others` reports usage of other processes that share the limits. */
export function createAccounts(clock: Clock, others?: UsageExchange): Accounts {
  const accounts = new Map<string, { account: Account; sockets: number }>()
  const slotsHere = (): Held[] =>
    [...accounts].flatMap(([id, { account, sockets }]): Held[] => {
      const open = account.openSlots()
      return open > 0 ? [[id, open, sockets]] : []
    })
  const use = { requests: others?.done('requests of an account'), slots: others?.held('sockets', slotsHere) }

  return {
    of(application) {
      const known = accounts.get(application.id)
      if (known) return known.account
      if (accounts.size >= ACCOUNTS_MAX) forgetIdle(accounts)
      const account = createAccount(clock, application, use)
      accounts.set(application.id, { account, sockets: application.limits.sockets })
      return account
    },
    entries: () => [...accounts.values()].map(({ account }) => account.entry()),
  }
}

/** Evicts applications without open sockets, which can start afresh: viewers change over weeks. */
function forgetIdle(accounts: Map<string, { account: Account }>): void {
  for (const [id, { account }] of accounts) if (account.openSlots() === 0) accounts.delete(id)
}

function createAccount(
  clock: Clock,
  application: Application,
  use: { requests: SharedUsage | undefined; slots: Pick<SharedUsage, 'elsewhere'> | undefined },
) {
  const { id, limits } = application
  const rate = createSlidingWindow(clock, limits.requestsPerSecond, () => use.requests?.elsewhere(id) ?? NOWHERE)
  const meter = createPeakMeter(clock)
  const slots = new Set<SlotHolder>()
  const calls = new Map<string, number>()
  const sums = { requests: 0, rateLimited: 0, peakSockets: 0, refused: 0, points: 0, tokens: 0 }

  // A socket in its closing handshake holds no slot: its client may already open the next one.
  const openSlots = () => {
    for (const holder of slots) if (!holder.isOpen()) slots.delete(holder)
    return slots.size
  }

  return {
    /** Counts a request: 0 if it is within the rate, else the delay in milliseconds. */
    request(): number {
      sums.requests++
      meter.mark()
      const waitMs = rate.take()
      if (waitMs > 0) sums.rateLimited++
      else use.requests?.note(id, limits.requestsPerSecond)
      return waitMs
    },
    /** Takes a socket slot; false if all are taken. */
    takeSlot(holder: SlotHolder): boolean {
      const isLookedThrough = slots.size < SLOTS_LOOKED_THROUGH || slots.size >= limits.sockets
      if (isLookedThrough && openSlots() >= limits.sockets) {
        sums.refused++
        return false
      }
      slots.add(holder)
      sums.peakSockets = Math.max(sums.peakSockets, slots.size)
      return true
    },
    /** Slots taken in this process. */
    openSlots,
    /** Whether more sockets are open than allowed, counting other processes; their reports may be two seconds old. */
    isBeyond(): boolean {
      const elsewhere = use.slots?.elsewhere(id).count ?? 0
      return elsewhere > 0 && openSlots() + elsewhere > limits.sockets
    },
    releaseSlot: (holder: SlotHolder): void => void slots.delete(holder),
    charge(question: string, points: number): void {
      sums.points += points
      if (calls.size < QUESTIONS_MAX || calls.has(question)) calls.set(question, (calls.get(question) ?? 0) + 1)
    },
    tokenIssued: (): void => void sums.tokens++,
    entry: (): AccountEntry => ({
      application: id,
      requests: { total: sums.requests, peakPerSecond: meter.peak(), rateLimited: sums.rateLimited },
      sockets: { now: openSlots(), peak: sums.peakSockets, refused: sums.refused },
      pointsSpent: sums.points,
      calls: Object.fromEntries(calls),
      tokensIssued: sums.tokens,
    }),
  }
}
