import type { Logger } from 'pino'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { KeptAlarm, WatchChange, WatchStore } from '../history/watch-store.ts'

/** Places written in one transaction. */
const PLACES_AT_ONCE = 250

export type AlarmWriter = ReturnType<typeof createAlarmWriter>

/**
 * Writes alarms with the engine state that they result from, then notifies listeners. The write is atomic per place, so
 * that no alarm is raised twice, or lost, after a crash at any time.
 */
export function createAlarmWriter(deps: {
  store: Pick<WatchStore, 'write'>
  log: Logger
  channelsOf(alarm: Alarm): readonly string[]
}) {
  const { store, log, channelsOf } = deps
  const told = new Emitter<readonly KeptAlarm[]>((error) =>
    log.error({ error: String(error) }, 'alarm listener failed'),
  )
  const raised = new Emitter<readonly Alarm[]>((error) => log.error({ error: String(error) }, 'alarm listener failed'))
  let written: Promise<unknown> = Promise.resolve()

  async function tell(kept: Promise<KeptAlarm[]>): Promise<KeptAlarm[]> {
    const alarms = await kept
    if (alarms.length > 0) told.emit(alarms)
    return alarms
  }

  function write(change: WatchChange): Promise<KeptAlarm[]> {
    const kept = tell(store.write(change))
    written = Promise.all([written, kept])
    return kept
  }

  return {
    onAlarms: (listener: (alarms: readonly KeptAlarm[]) => void) => told.subscribe(listener),
    /** Notifies of raised alarms once stored, including ones stored before. */
    onRaised: (listener: (alarms: readonly Alarm[]) => void) => raised.subscribe(listener),
    write,
    /** Writes alarms with the other parts of the change, atomically; returns the new ones. */
    async raise(alarms: readonly Alarm[], change: Omit<WatchChange, 'alarms'>): Promise<KeptAlarm[]> {
      const kept = await write({ ...change, alarms: alarms.map((alarm) => ({ alarm, channels: channelsOf(alarm) })) })
      raised.emit(alarms)
      return kept
    },
    /** `stateKeys` names the states of a place; the others are written with the last alarms. */
    writeAll(
      alarms: readonly Alarm[],
      states: Map<string, string | null>,
      stateKeys: (placeId: string) => string[],
    ): void {
      const groups = [...Map.groupBy(alarms, ({ place }) => place?.id ?? '')]
      for (let i = 0; i === 0 || i < groups.length; i += PLACES_AT_ONCE) {
        const some = groups.slice(i, i + PLACES_AT_ONCE)
        const isLast = i + PLACES_AT_ONCE >= groups.length
        const keys = isLast ? [...states.keys()] : some.flatMap(([id]) => stateKeys(id))
        const taken = keys.flatMap((key): [string, string | null][] => {
          const value = states.get(key)
          return states.delete(key) && value !== undefined ? [[key, value]] : []
        })
        const out = some.flatMap(([, each]) => each).map((alarm) => ({ alarm, channels: channelsOf(alarm) }))
        void write({ alarms: out, states: taken }).then(() => raised.emit(out.map(({ alarm }) => alarm)))
      }
    },
    /** Resolves once all raised alarms are stored. */
    async idle(): Promise<void> {
      await written
    },
  }
}
