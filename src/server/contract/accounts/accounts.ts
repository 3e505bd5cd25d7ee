import type { Clock } from '../../../core/time/clock.ts'
import type { Application } from './application.ts'
import { type Held, NOWHERE, type OthersUse, type UseOf } from './others-use.ts'
import { createPeakMeter, createSlidingWindow } from './sliding-window.ts'

const ACCOUNTS_MAX = 10_000
const QUESTIONS_MAX = 5_000
/**
 * Slots that are looked through whenever one is taken, for those whose socket is on its way out. Where an office or a proxy
 * holds thousands, each of whom comes back after a restart, that is done only where there seems to be no room.
 */
const SLOTS_LOOKED_THROUGH = 100

/** Something that holds one of an application's socket slots while it is open. */
export interface SlotHolder {
  isOpen(): boolean
}

/** What one application did, for operators and tests. */
export interface AccountEntry {
  application: string
  requests: { total: number; peakPerSecond: number; rateLimited: number }
  sockets: { now: number; peak: number; refused: number }
  pointsSpent: number
  /** How often each charged question was paid for. */
  calls: Record<string, number>
  tokensIssued: number
}

/** The limits and the ledger of one application. */
export interface Account {
  /** Counts a request: 0 where it is within the rate, else the milliseconds to wait. */
  request(): number
  /** Takes a socket slot; false where all are taken. */
  takeSlot(holder: SlotHolder): boolean
  /** How many are taken here. */
  openSlots(): number
  /** Whether, with those that others tell of, more are open than may be: one of them may be gone for two seconds. */
  isBeyond(): boolean
  releaseSlot(holder: SlotHolder): void
  charge(question: string, points: number): void
  tokenIssued(): void
  entry(): AccountEntry
}

/** Accounts of all applications that came by. */
export interface Accounts {
  of(application: Application): Account
  entries(): AccountEntry[]
}

/** `others` where several processes keep the limits of an application together. */
export function createAccounts(clock: Clock, others?: OthersUse): Accounts {
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

/** Viewers come and go for weeks; whoever holds no socket can start afresh. */
function forgetIdle(accounts: Map<string, { account: Account }>): void {
  for (const [id, { account }] of accounts) if (account.openSlots() === 0) accounts.delete(id)
}

function createAccount(
  clock: Clock,
  application: Application,
  use: { requests: UseOf | undefined; slots: Pick<UseOf, 'elsewhere'> | undefined },
): Account {
  const { id, limits } = application
  const rate = createSlidingWindow(clock, limits.requestsPerSecond, () => use.requests?.elsewhere(id) ?? NOWHERE)
  const meter = createPeakMeter(clock)
  const slots = new Set<SlotHolder>()
  const calls = new Map<string, number>()
  const sums = { requests: 0, rateLimited: 0, peakSockets: 0, refused: 0, points: 0, tokens: 0 }

  // A socket whose closing handshake is under way holds no slot: its client may already be opening the next one.
  const openSlots = () => {
    for (const holder of slots) if (!holder.isOpen()) slots.delete(holder)
    return slots.size
  }

  return {
    request() {
      sums.requests++
      meter.mark()
      const waitMs = rate.take()
      if (waitMs > 0) sums.rateLimited++
      else use.requests?.note(id, limits.requestsPerSecond)
      return waitMs
    },
    takeSlot(holder) {
      const isLookedThrough = slots.size < SLOTS_LOOKED_THROUGH || slots.size >= limits.sockets
      if (isLookedThrough && openSlots() >= limits.sockets) {
        sums.refused++
        return false
      }
      slots.add(holder)
      sums.peakSockets = Math.max(sums.peakSockets, slots.size)
      return true
    },
    openSlots,
    isBeyond() {
      const elsewhere = use.slots?.elsewhere(id).count ?? 0
      return elsewhere > 0 && openSlots() + elsewhere > limits.sockets
    },
    releaseSlot: (holder) => void slots.delete(holder),
    charge(question, points) {
      sums.points += points
      if (calls.size < QUESTIONS_MAX || calls.has(question)) calls.set(question, (calls.get(question) ?? 0) + 1)
    },
    tokenIssued: () => void sums.tokens++,
    entry: () => ({
      application: id,
      requests: { total: sums.requests, peakPerSecond: meter.peak(), rateLimited: sums.rateLimited },
      sockets: { now: openSlots(), peak: sums.peakSockets, refused: sums.refused },
      pointsSpent: sums.points,
      calls: Object.fromEntries(calls),
      tokensIssued: sums.tokens,
    }),
  }
}
