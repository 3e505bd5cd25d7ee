import type { Clock } from '../../../core/time/clock.ts'
import type { Channel, ChannelOf, There } from '../channel.ts'
import { elapsedMs } from '../lease/lease-word.ts'

const SAY_EVERY_MS = 250
/** So long whoever hears the process that leads does not take the lead: less than the lease lasts, which it never prolongs by itself. */
const PLEDGE_MS = 1_500
/** Who leads counts on it for so much less: clocks of two machines do not run at quite the same pace. */
const MARGIN_MS = 200
/**
 * Who has not been heard for so long is gone, and is not waited for: sooner than whoever leads ends for want of promises, so that it goes
 * on where a machine is gone with its process and its server of NATS.
 */
const GONE_AFTER_MS = 3_000
/** Of those that were heard within this time most must be there still: who hears nobody any more is the one that is cut off. */
const REMEMBERED_MS = 60_000

/** By both clocks of the machine of who leads, told back to it. */
interface Moment {
  monotonicMs: number
  wallMs: number
}

/** What the process that leads says. */
interface LeadWord {
  /** As which it has the lease. */
  id: string
  /** The number of the message by which its time of leading began. */
  term: number
  at: Moment
}

/** That this process takes no lead from that one for a while, and up to where it has told the log. */
interface Pledge {
  at: Moment
  takenNumber: number
}

/**
 * What processes promise each other beside the lease: whoever hears the one that leads does not take the lead from it. NATS passes
 * that on while its servers agree anew, and neither lease nor log can be written.
 */
export interface Pledges {
  /** Whether this process has promised to take no lead from that one. */
  isGivenTo(holder: string): boolean
  /** Whether who is heard as `by` leads as far as is known here: none whose time began later has been heard, or read of. */
  isLatest(by: string): boolean
  /** Whether all that might take the lead have promised not to: nobody else leads. */
  areHeld(): boolean
  /** Whether all of them have heard this process within that time. */
  areHeldLately(ms: number): boolean
  /** The number up to which all who promise have told the log; null where nobody does. */
  leastTaken(): number | null
  close(): void
}

export function createPledges(deps: {
  /** As which this process has the lease. */
  id: string
  channel: ChannelOf
  /** The number of the message by which this process began to lead; null where it does not. */
  term(): number | null
  /** The number of the latest message of the log, as it has been read here, by which anybody began to lead. */
  readTerm(): number
  /** The number of the latest message that was told here. */
  takenNumber(): number
  clock: Clock
}): Pledges {
  const { id, channel, term, readTerm, takenNumber, clock } = deps
  const lead: Channel<LeadWord> = channel('lead')
  const given = new Map<string, number>() // until when, monotonic
  const got = new Map<string, Pledge>()
  const heardMs = new Map<string, number>() // monotonic
  let latest = { term: 0, by: '', heardMs: Number.NEGATIVE_INFINITY }

  function forget(): void {
    const nowMs = clock.monotonicMs()
    for (const [by, atMs] of heardMs) if (nowMs - atMs >= REMEMBERED_MS) heardMs.delete(by)
    for (const [holder, untilMs] of given) if (nowMs >= untilMs) given.delete(holder)
    for (const [by, { at }] of got) if (elapsedMs(clock, at) >= REMEMBERED_MS) got.delete(by)
  }

  /** Where the latest term is not heard any more another log may have begun. */
  const latestTerm = () => (clock.monotonicMs() - latest.heardMs < GONE_AFTER_MS ? latest.term : 0)

  function hearLead(word: LeadWord, by: string): void {
    if (word.term < Math.max(latestTerm(), term() ?? 0, readTerm())) return
    latest = { term: word.term, by, heardMs: clock.monotonicMs() }
    given.set(word.id, clock.monotonicMs() + PLEDGE_MS)
    channel<Pledge>(`pledge.${word.id}`).say({ at: word.at, takenNumber: takenNumber() })
  }

  /** Who does not come to lead is not asked to promise it. */
  function hearThere(said: There, by: string): void {
    if (said === 'leads-not') heardMs.delete(by)
    else heardMs.set(by, clock.monotonicMs())
  }

  function areHeldLately(ms: number): boolean {
    const has = (by: string) => {
      const pledge = got.get(by)
      return pledge !== undefined && elapsedMs(clock, pledge.at) < ms
    }
    const nowMs = clock.monotonicMs()
    const known = [...heardMs.keys()]
    const isMissed = known.some((by) => nowMs - heardMs.get(by)! < GONE_AFTER_MS && !has(by))
    // This process counts among them.
    return !isMissed && 2 * (known.filter(has).length + 1) > known.length + 1
  }

  const stops = [
    channel<There>('there').on(hearThere),
    channel<Pledge>(`pledge.${id}`).on((pledge, by) => got.set(by, pledge)),
    lead.on(hearLead),
    clock.every(SAY_EVERY_MS, () => {
      forget()
      const led = term()
      if (led !== null) lead.say({ id, term: led, at: { monotonicMs: clock.monotonicMs(), wallMs: clock.now() } })
    }),
  ]

  return {
    isGivenTo: (holder) => clock.monotonicMs() < (given.get(holder) ?? 0),
    isLatest: (by) => by === latest.by && latest.term >= readTerm(),
    areHeld: () => areHeldLately(PLEDGE_MS - MARGIN_MS),
    areHeldLately,
    leastTaken() {
      const lately = [...got.values()].filter(({ at }) => elapsedMs(clock, at) < GONE_AFTER_MS)
      return lately.length === 0 ? null : Math.min(...lately.map((pledge) => pledge.takenNumber))
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
