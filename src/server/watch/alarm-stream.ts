import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { KeptAlarm, WatchStore } from '../history/watch-store.ts'
import type { SignInRegistry } from '../web/sign-in-registry.ts'
import type { InTurn } from './alarm-reading.ts'
import type { AlarmWriter } from './alarm-writer.ts'
import type { OwnFeed } from './own/own-alarms.ts'

/** Maximum alarms sent on resumption; the client resumes again for later ones. */
const MISSED_MAX = 1_000
/** Missed alarms that fit: part of what a stream may hold unread. */
const MISSED_PART = 0.9
/**
 * Concurrent streams: per name, per address without a name (it may be a whole office), and in total, as many as
 * sockets, because each page opens one.
 */
export const STREAMS_MAX = { ofName: 20, ofAddress: 500, all: 20_000 }
/** As for sockets: a reconnect checks access again. */
export const STREAM_MAX_AGE_MS = DAY_MS
/**
 * Above this a slow stream is closed; its client resumes from the last id. Beyond the total the largest are closed
 * first.
 */
export const STREAM_UNSENT_MAX_BYTES = { each: 1_048_576, all: 33_554_432 }
/** Aborts a slow stream; `close` would hold its unsent data. The code is that of a client that disconnected. */
const BEHIND = Object.assign(new Error('the client does not read the stream'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
/** The same for a stream displaced by others, or whose sign-in has ended: its unsent data is dropped. */
const SENT_AWAY = Object.assign(new Error('the stream has ended'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
/** Proxies close idle connections. */
const SIGN_OF_LIFE_MS = 15_000

/** Resume position: in the common log, and in the viewer's own alarms. */
export interface LastEvent {
  rev: number
  ownRev: number
}

/** Key of the stream limits: a name, or else an address. */
export interface StreamHolder {
  kind: 'name' | 'address'
  id: string
}

/** Owner and content of a stream. */
export interface StreamOf {
  holder: StreamHolder
  /** The viewer's own alarms; null without any. */
  own: OwnFeed | null
  /** Reads missed alarms. */
  inTurn: InTurn
  /** The stream ends with any of these sign-ins. */
  signIns: readonly string[]
  registry: Pick<SignInRegistry, 'add'>
}

interface OpenStream {
  holder: StreamHolder
  unsentBytes(): number
  end(why: 'behind' | 'gone' | 'closed' | 'sent-away'): void
}

/** `17`, or `17.4` with a position in the viewer's own alarms; null if invalid. */
export function parseLastEvent(text: string | undefined): LastEvent | null {
  const [, rev, ownRev = '0'] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text ?? '') ?? []
  return rev === undefined ? null : { rev: Number(rev), ownRev: Number(ownRev) }
}

/** Streams of server-sent events: `alarm` for each alarm and each acknowledgement, `stop` for rows about work stops. */
export function createAlarmStreams(deps: {
  writer: Pick<AlarmWriter, 'onAlarms'>
  store: Pick<WatchStore, 'alarms' | 'newestRev'>
  clock: Clock
  most?: typeof STREAMS_MAX
}) {
  const { writer, store, clock, most = STREAMS_MAX } = deps
  const { open, enter, leave, hasPlace } = createHeldStreams(most)

  /** Closes the streams with most unsent data until the total is within its bound. */
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

  function begin(last: LastEvent | null, of: StreamOf): ReadableStream<Uint8Array> {
    const { holder, own, inTurn, signIns, registry } = of
    const encoder = new TextEncoder()
    let end: OpenStream['end'] = () => {}
    let onRead = () => {}
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
              let sent = 0
              const fits = () => stream.unsentBytes() < MISSED_PART * STREAM_UNSENT_MAX_BYTES.each
              while (sent < missed.length && fits()) tell([missed[sent++]!])
              if (sent < missed.length || sent === MISSED_MAX) {
                // Newer alarms must not overtake the rest: its client resumes after the last one that it reads.
                tell = () => {}
                onRead = () => end('closed')
                return
              }
              tell(ownMissed)
              for (const { rev } of missed) told.add(rev)
              tell(waiting)
              told.clear()
              relieve()
            })
        },
        pull: () => onRead(),
        cancel: () => end('gone'),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    )
  }

  return {
    /** Starts after the last received event, if given; else with new ones. Null if the limit is reached. */
    open: (last: LastEvent | null, of: StreamOf): ReadableStream<Uint8Array> | null =>
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

function createHeldStreams(most: typeof STREAMS_MAX) {
  const open = new Set<OpenStream>()
  const byHolder = new Map<string, Set<OpenStream>>()

  function enter(stream: OpenStream): void {
    open.add(stream)
    heldOrMade(byHolder, keyOf(stream.holder), () => new Set()).add(stream)
  }

  /** False if it had left already. */
  function leave(stream: OpenStream): boolean {
    const own = byHolder.get(keyOf(stream.holder))
    own?.delete(stream)
    if (own?.size === 0) byHolder.delete(keyOf(stream.holder))
    return open.delete(stream)
  }

  /**
   * Whether that holder may open another stream. At the total limit, the oldest stream of the largest holder is closed
   * for it.
   */
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

/** Missed alarms, and the position in the common log up to which they reach. */
async function startOf(
  store: Pick<WatchStore, 'alarms' | 'newestRev'>,
  last: LastEvent | null,
): Promise<{ missed: KeptAlarm[]; rev: number }> {
  const newest = await store.newestRev()
  if (last === null) return { missed: [], rev: newest }
  // The id belongs to a log that was replaced: everything here is new.
  const afterRev = last.rev > newest ? 0 : last.rev
  return { missed: await store.alarms({ afterRev, limit: MISSED_MAX }), rev: afterRev }
}

function isShared({ alarm }: KeptAlarm): boolean {
  return alarm.own === undefined
}

/** Event ids: positions in the common log and in the viewer's own alarms. */
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
