import type { Socket } from '../../../client/session/environment.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { ChannelOf } from '../channel.ts'
import { createAppointing, type SpareWord } from './appointing.ts'
import { HEARS_WITHIN_MS, watchLeaderSilence } from './leader-silence.ts'
import { createSpareLine } from './spare-line.ts'

const SAY_LEADS_EVERY_MS = 125
const SAY_SPARE_EVERY_MS = 1_000
/** Who hears of no leader for so long holds no socket any more: another one may have been chosen. */
const UNLED_MS = 10_000
/** The one that writes the log already is about to have the lease. */
const LEFT_TO_MS = 600
/** Of a lease that was handed over the process with a socket in spare goes on without a pause: others let it go first. */
const FIRST_MS = 150

const NEVER_MS = Number.NEGATIVE_INFINITY

/** What the process that leads says, eight times a second. */
interface LeadsWord {
  term: number
  /** Whether it writes the log, and does not have the lease yet. */
  isEarly: boolean
  /** Which process is to hold the socket that this one does not need. */
  spare: string | null
}

/**
 * The socket that the process that leads does not need, held by another one: a line of lightning that stands already, for when the one
 * that leads is gone.
 */
export interface Spare {
  /** The socket, for the line of whoever leads from now on; null where this process has none that stands. */
  take(): Socket | null
  /** The one that leads needs the socket itself. */
  freeSlot(): void
  /** Whether nobody is known to hold it. */
  isSlotFree(): boolean
  /** Sockets that others hold in spare. */
  used(): number
  /** Whether the lead is left to another process, which can go on sooner. */
  isLeftToAnother(): boolean
  /** The lease has been handed over. */
  freed(): void
  close(): void
}

export function createSpare(deps: {
  id: string
  channel: ChannelOf
  /** Opens a socket to the lightning line, as long as `mayHold` says that it may; null where there is none to hold. */
  open: ((mayHold: () => boolean) => Socket) | null
  /** The number of the message by which this process began to lead; null where it does not. */
  term(): number | null
  isEarly(): boolean
  mayLead(): boolean
  /** The number of the latest message of the log by which anybody began to lead. */
  readTerm(): number
  /** Hears each time that the way to the others is gone, or made anew. */
  onWay(listener: () => void): () => void
  /** The process that leads is not heard by anybody any more. */
  onSilent(): void
  clock: Clock
}): Spare {
  const { id, channel, open, term, isEarly, mayLead, readTerm, onWay, onSilent, clock } = deps
  const [leads, spares] = [channel<LeadsWord>('leads'), channel<SpareWord>('spares')]
  const [asks, objections] = [channel<null>('who-hears'), channel<null>('hears')]
  const line = open && createSpareLine({ open: () => open(mayHold), clock })
  const appointing = createAppointing(clock)
  const stands = () => line?.stands() ?? false
  const mayHold = () => mayLead() && term() === null && since(heardMs) < UNLED_MS
  let [heardMs, earlyMs, freedMs] = [NEVER_MS, NEVER_MS, NEVER_MS] // monotonic
  const since = (ms: number) => clock.monotonicMs() - ms

  const silence = watchLeaderSilence({
    isWatching: () => stands() && mayHold(),
    askOthers: () => asks.say(null),
    onSilent,
    clock,
  })

  function sayLeads(): void {
    const number = term()
    if (number !== null) leads.say({ term: number, isEarly: isEarly(), spare: appointing.chosen() })
  }

  function saySpare(): void {
    if (line && mayLead() && term() === null) spares.say({ id, holds: line.holds(), stands: line.stands() })
  }

  function want(isWanted: boolean): void {
    if (!line) return
    const held = line.holds()
    line.want(isWanted)
    if (held && !line.holds()) saySpare()
  }

  function hearLeads(word: LeadsWord): void {
    if (word.term < Math.max(readTerm(), term() ?? 0)) return
    heardMs = clock.monotonicMs()
    if (word.isEarly) earlyMs = heardMs
    silence.heard()
    want(word.spare === id && mayHold())
  }

  const stops = [
    leads.on(hearLeads),
    spares.on(appointing.hear),
    asks.on(() => (term() !== null ? sayLeads() : since(heardMs) < HEARS_WITHIN_MS && objections.say(null))),
    objections.on(silence.objected),
    clock.every(SAY_LEADS_EVERY_MS, sayLeads),
    clock.every(SAY_SPARE_EVERY_MS, () => {
      if (!mayHold()) want(false)
      saySpare()
    }),
    onWay(silence.forget),
    silence.close,
    () => line?.close(),
  ]

  return {
    take: () => line?.take() ?? null,
    freeSlot() {
      appointing.freeSlot()
      sayLeads()
    },
    isSlotFree: appointing.isSlotFree,
    used: () => (appointing.standsBeside(id) ? 1 : 0),
    isLeftToAnother: () =>
      since(earlyMs) < LEFT_TO_MS || (since(freedMs) < FIRST_MS && !stands() && appointing.standsBeside(id)),
    freed() {
      freedMs = clock.monotonicMs()
    },
    close() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
