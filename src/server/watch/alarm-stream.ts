import type { Clock } from '../../core/time/clock.ts'
import type { KeptAlarm, WatchStore } from '../history/watch-store.ts'
import type { AlarmWriter } from './alarm-writer.ts'

/** Alarms that somebody who comes back is told of what they missed. */
const MISSED_MAX = 1_000
/** Streams that are open at a time. */
export const STREAMS_MAX = 1_000
/** Whoever does not read so much is let go, and comes back with the last id that they had. */
const STREAM_UNSENT_MAX_BYTES = 1_048_576
/** A line without a word is ended by proxies. */
const SIGN_OF_LIFE_MS = 15_000

/** Streams of server-sent events: an event `alarm` for each alarm, and again when it is acknowledged. */
export function createAlarmStreams(deps: {
  writer: Pick<AlarmWriter, 'onAlarms'>
  store: Pick<WatchStore, 'alarms' | 'newestRev'>
  clock: Clock
}) {
  const { writer, store, clock } = deps
  const open = new Set<() => void>()

  return {
    isFull: () => open.size >= STREAMS_MAX,
    /** Begins after the event that was had last, where one is named; else with what comes. */
    open(lastRev: number | null): ReadableStream<Uint8Array> {
      const encoder = new TextEncoder()
      let end = () => {}
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const send = (text: string) => {
              if ((controller.desiredSize ?? 0) < -STREAM_UNSENT_MAX_BYTES) end()
              else controller.enqueue(encoder.encode(text))
            }
            const waiting: KeptAlarm[] = []
            let tell = (alarms: readonly KeptAlarm[]) => void waiting.push(...alarms)
            const stops = [
              writer.onAlarms((alarms) => tell(alarms)),
              clock.every(SIGN_OF_LIFE_MS, () => send(': still here\n\n')),
            ]
            end = () => {
              for (const stop of stops) stop()
              if (open.delete(end)) controller.close()
            }
            open.add(end)
            send('retry: 2000\n\n')
            void missedSince(store, lastRev)
              .catch(() => [])
              .then((missed) => {
                const told = new Set<number>()
                tell = (alarms) => {
                  for (const kept of alarms) {
                    if (!open.has(end) || told.has(kept.rev)) continue
                    send(eventOf(kept))
                  }
                }
                tell(missed)
                for (const { rev } of missed) told.add(rev)
                tell(waiting)
                told.clear()
              })
          },
          cancel: () => end(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
      )
    },
    close() {
      for (const end of [...open]) end()
    },
  }
}

async function missedSince(
  store: Pick<WatchStore, 'alarms' | 'newestRev'>,
  lastRev: number | null,
): Promise<KeptAlarm[]> {
  if (lastRev === null) return []
  // An id of a log that is no more: what this one has is all new.
  const afterRev = lastRev > (await store.newestRev()) ? 0 : lastRev
  return store.alarms({ afterRev, limit: MISSED_MAX })
}

function eventOf({ rev, alarm }: KeptAlarm): string {
  return `id: ${rev}\nevent: alarm\ndata: ${JSON.stringify(alarm)}\n\n`
}
