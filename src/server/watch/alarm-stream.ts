import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { SignInRegistry } from '../access/sign-in-registry.ts'
import type { KeptAlarm, WatchStore } from '../history/watch-store.ts'
import type { InTurn } from './alarm-reading.ts'
import type { AlarmWriter } from './alarm-writer.ts'
import type { OwnFeed } from './own/own-alarms.ts'

/** Alarms that somebody who comes back is told of what they missed. */
const MISSED_MAX = 1_000
/**
 * Streams that are open at a time: of one name, of one address without a name, behind which there may be an office, and in all, as
 * many as sockets: each page opens one.
 */
export const STREAMS_MAX = { ofName: 20, ofAddress: 500, all: 20_000 }
/** As of sockets: whoever comes back is asked again who they are. */
export const STREAM_MAX_AGE_MS = DAY_MS
/** Whoever does not read so much is let go, and comes back with the last id that they had. Of all, those with the most go first. */
export const STREAM_UNSENT_MAX_BYTES = { each: 1_048_576, all: 33_554_432 }
/** What ends a stream that is not read; with `close` what waits would be held until it is. The code is that of a reader who left. */
const BEHIND = Object.assign(new Error('the client does not read the stream'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
/** The same of one that others need the place of, and of one whose sign-in is over: nothing of it is to be read any more. */
const SENT_AWAY = Object.assign(new Error('the stream has ended'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
/** A line without a word is ended by proxies. */
const SIGN_OF_LIFE_MS = 15_000

/** Where a stream was left: in the log of all, and in what is the viewer's own. */
export interface LastHeard {
  rev: number
  ownRev: number
}

/** Whose streams are counted together: a name, or where there is none an address. */
export interface StreamHolder {
  kind: 'name' | 'address'
  id: string
}

/** Whose a stream is, and what it tells. */
export interface StreamOf {
  holder: StreamHolder
  /** What is the viewer's alone; null where there is nothing of it. */
  own: OwnFeed | null
  /** Reads what was missed. */
  inTurn: InTurn
  /** It ends with each of these. */
  signIns: readonly string[]
  registry: Pick<SignInRegistry, 'add'>
}

interface OpenStream {
  holder: StreamHolder
  unsentBytes(): number
  end(why: 'behind' | 'gone' | 'closed' | 'sent-away'): void
}

/** `17`, or `17.4` of a stream that has what is the viewer's own, too; null where it is neither. */
export function readLastHeard(text: string | undefined): LastHeard | null {
  const [, rev, ownRev = '0'] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text ?? '') ?? []
  return rev === undefined ? null : { rev: Number(rev), ownRev: Number(ownRev) }
}

/** Streams of server-sent events: an event `alarm` for each alarm, and again when it is acknowledged; `stop` for rows about work stops. */
export function createAlarmStreams(deps: {
  writer: Pick<AlarmWriter, 'onAlarms'>
  store: Pick<WatchStore, 'alarms' | 'newestRev'>
  clock: Clock
  most?: typeof STREAMS_MAX
}) {
  const { writer, store, clock, most = STREAMS_MAX } = deps
  const { open, enter, leave, hasPlace } = createHeldStreams(most)

  /** Lets go of those who have the most unread, until all together have no more than they may. */
  function relieve(): void {
    const behind = [...open].map((stream) => ({ stream, bytes: stream.unsentBytes() })).filter(({ bytes }) => bytes > 0)
    let bytesInAll = behind.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { stream, bytes } of behind.sort((a, b) => b.bytes - a.bytes)) {
      if (bytesInAll <= STREAM_UNSENT_MAX_BYTES.all) return
      stream.end('behind')
      bytesInAll -= bytes
    }
  }

  const stopRelieving = writer.onAlarms(relieve)

  function begin(last: LastHeard | null, of: StreamOf): ReadableStream<Uint8Array> {
    const { holder, own, inTurn, signIns, registry } = of
    const encoder = new TextEncoder()
    let end: OpenStream['end'] = () => {}
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (text: string) => {
            if (stream.unsentBytes() > STREAM_UNSENT_MAX_BYTES.each) end('behind')
            else controller.enqueue(encoder.encode(text))
          }
          const waiting: KeptAlarm[] = []
          let tell = (alarms: readonly KeptAlarm[]) => void waiting.push(...alarms)
          const stops = [
            writer.onAlarms((alarms) => tell(alarms)),
            own?.onAlarms((alarms) => tell(alarms)) ?? (() => {}),
            clock.every(SIGN_OF_LIFE_MS, () => send(': still here\n\n')),
            clock.after(STREAM_MAX_AGE_MS, () => end('closed')),
            ...signIns.map((signIn) => registry.add(signIn, () => end('sent-away'))),
          ]
          end = (why) => {
            for (const stop of stops) stop()
            if (!leave(stream) || why === 'gone') return
            if (why === 'behind') controller.error(BEHIND)
            else if (why === 'sent-away') controller.error(SENT_AWAY)
            else controller.close()
          }
          const stream: OpenStream = { holder, end, unsentBytes: () => Math.max(0, -(controller.desiredSize ?? 0)) }
          enter(stream)
          send('retry: 2000\n\n')
          const ownMissed = last && own ? own.since(last.ownRev) : []
          void inTurn(() => startOf(store, last))
            .catch(() => ({ missed: [], rev: last?.rev ?? 0 }))
            .then(({ missed, rev }) => {
              const idOf = own ? createIds(rev, last?.ownRev ?? own.newestRev()) : (kept: KeptAlarm) => `${kept.rev}`
              const told = new Set<number>()
              tell = (alarms) => {
                for (const kept of alarms) {
                  if (!open.has(stream) || (isShared(kept) && told.has(kept.rev))) continue
                  send(eventOf(kept, idOf(kept)))
                }
              }
              tell(missed)
              tell(ownMissed)
              for (const { rev } of missed) told.add(rev)
              tell(waiting)
              told.clear()
              relieve()
            })
        },
        cancel: () => end('gone'),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    )
  }

  return {
    /** Begins after the event that was had last, where one is named; else with what comes. Null where there is no place for it. */
    open: (last: LastHeard | null, of: StreamOf): ReadableStream<Uint8Array> | null =>
      hasPlace(of.holder) ? begin(last, of) : null,
    count: () => open.size,
    close() {
      stopRelieving()
      for (const stream of [...open]) stream.end('closed')
    },
  }
}

function keyOf({ kind, id }: StreamHolder): string {
  return `${kind} ${id}`
}

/** The streams that are open, by who holds them. */
function createHeldStreams(most: typeof STREAMS_MAX) {
  const open = new Set<OpenStream>()
  const byHolder = new Map<string, Set<OpenStream>>()

  function enter(stream: OpenStream): void {
    open.add(stream)
    heldOrMade(byHolder, keyOf(stream.holder), () => new Set()).add(stream)
  }

  /** False where it had left already. */
  function leave(stream: OpenStream): boolean {
    const own = byHolder.get(keyOf(stream.holder))
    own?.delete(stream)
    if (own?.size === 0) byHolder.delete(keyOf(stream.holder))
    return open.delete(stream)
  }

  /** Whether there is a place for one more of that holder. Where all are taken, the oldest stream of the largest holder makes one. */
  function hasPlace(holder: StreamHolder): boolean {
    const count = byHolder.get(keyOf(holder))?.size ?? 0
    if (count >= (holder.kind === 'name' ? most.ofName : most.ofAddress)) return false
    if (open.size < most.all) return true
    const largest = [...byHolder.values()].reduce((most, each) => (each.size > most.size ? each : most))
    const [oldest] = largest
    if (largest.size <= count || !oldest) return false
    oldest.end('sent-away')
    return true
  }

  return { open, enter, leave, hasPlace }
}

/** What was missed, and up to where the log of all was heard. */
async function startOf(
  store: Pick<WatchStore, 'alarms' | 'newestRev'>,
  last: LastHeard | null,
): Promise<{ missed: KeptAlarm[]; rev: number }> {
  const newest = await store.newestRev()
  if (last === null) return { missed: [], rev: newest }
  // An id of a log that is no more: what this one has is all new.
  const afterRev = last.rev > newest ? 0 : last.rev
  return { missed: await store.alarms({ afterRev, limit: MISSED_MAX }), rev: afterRev }
}

function isShared({ alarm }: KeptAlarm): boolean {
  return alarm.own === undefined
}

/** What each event is resumed by: how far a stream has come in the log of all, and in what is the viewer's own. */
function createIds(rev: number, ownRev: number): (kept: KeptAlarm) => string {
  return (kept) => {
    if (isShared(kept)) rev = kept.rev
    else ownRev = kept.rev
    return `${rev}.${ownRev}`
  }
}

function eventOf({ alarm }: KeptAlarm, id: string): string {
  const event = alarm.step === 'stop' ? 'stop' : 'alarm'
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(alarm)}\n\n`
}
