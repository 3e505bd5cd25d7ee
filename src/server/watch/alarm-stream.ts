import type { Clock } from '../../core/time/clock.ts'
import type { KeptAlarm, WatchStore } from '../history/watch-store.ts'
import type { InTurn } from './alarm-reading.ts'
import type { AlarmWriter } from './alarm-writer.ts'
import type { OwnFeed } from './own/own-alarms.ts'

/** Alarms that somebody who comes back is told of what they missed. */
const MISSED_MAX = 1_000
/** Streams that are open at a time: of one address, behind which there may be an office, and in all. */
export const STREAMS_MAX = { each: 500, all: 1_000 }
/** Whoever does not read so much is let go, and comes back with the last id that they had. Of all, those with the most go first. */
export const STREAM_UNSENT_MAX_BYTES = { each: 1_048_576, all: 33_554_432 }
/** What ends a stream that is not read; with `close` what waits would be held until it is. The code is that of a reader who left. */
const BEHIND = Object.assign(new Error('the stream is not read'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
/** A line without a word is ended by proxies. */
const SIGN_OF_LIFE_MS = 15_000

/** Where a stream was left: in the log of all, and in what is the viewer's own. */
export interface LastHeard {
  rev: number
  ownRev: number
}

interface OpenStream {
  viewer: string
  unsentBytes(): number
  end(why: 'behind' | 'gone' | 'closed'): void
}

/** `17`, or `17.4` of a stream that has what is the viewer's own, too; null where it is neither. */
export function readLastHeard(text: string | undefined): LastHeard | null {
  const [, rev, ownRev = '0'] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text ?? '') ?? []
  return rev === undefined ? null : { rev: Number(rev), ownRev: Number(ownRev) }
}

/** Streams of server-sent events: an event `alarm` for each alarm, and again when it is acknowledged. */
export function createAlarmStreams(deps: {
  writer: Pick<AlarmWriter, 'onAlarms'>
  store: Pick<WatchStore, 'alarms' | 'newestRev'>
  clock: Clock
}) {
  const { writer, store, clock } = deps
  const open = new Set<OpenStream>()

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

  return {
    /** Whether that viewer may open no more, or nobody. */
    isFull(viewer: string): boolean {
      if (open.size >= STREAMS_MAX.all) return true
      let own = 0
      for (const stream of open) if (stream.viewer === viewer) own++
      return own >= STREAMS_MAX.each
    },
    /**
     * Begins after the event that was had last, where one is named; else with what comes. `own`: what is the viewer's alone.
     * `inTurn` reads what was missed.
     */
    open(
      last: LastHeard | null,
      { viewer, own, inTurn }: { viewer: string; own: OwnFeed | null; inTurn: InTurn },
    ): ReadableStream<Uint8Array> {
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
            ]
            end = (why) => {
              for (const stop of stops) stop()
              if (!open.delete(stream) || why === 'gone') return
              if (why === 'behind') controller.error(BEHIND)
              else controller.close()
            }
            const stream: OpenStream = { viewer, end, unsentBytes: () => Math.max(0, -(controller.desiredSize ?? 0)) }
            open.add(stream)
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
    },
    close() {
      stopRelieving()
      for (const stream of [...open]) stream.end('closed')
    },
  }
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
  return `id: ${id}\nevent: alarm\ndata: ${JSON.stringify(alarm)}\n\n`
}
