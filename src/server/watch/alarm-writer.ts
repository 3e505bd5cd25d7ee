import type { Logger } from 'pino'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { KeptAlarm, WatchChange, WatchStore } from '../history/watch-store.ts'

/** Places whose alarms are written as one. */
const PLACES_AT_ONCE = 250

export type AlarmWriter = ReturnType<typeof createAlarmWriter>

/**
 * Writes alarms into the log, with what is remembered because of them, and then tells of them. Of each place all is written or
 * nothing, so that nothing is raised twice, or not at all, wherever a process ends.
 */
export function createAlarmWriter(deps: {
  store: Pick<WatchStore, 'write'>
  log: Logger
  /** By which channels an alarm is to go out. */
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
    /** Hears of each alarm once it is in the log, and again when it is acknowledged. */
    onAlarms: (listener: (alarms: readonly KeptAlarm[]) => void) => told.subscribe(listener),
    /** Hears of what was raised once that is in the log, also where it had been there before. */
    onRaised: (listener: (alarms: readonly Alarm[]) => void) => raised.subscribe(listener),
    write,
    /** Writes alarms with what else belongs to the same change, all or nothing; answers what is new. */
    async raise(alarms: readonly Alarm[], change: Omit<WatchChange, 'alarms'>): Promise<KeptAlarm[]> {
      const kept = await write({ ...change, alarms: alarms.map((alarm) => ({ alarm, channels: channelsOf(alarm) })) })
      raised.emit(alarms)
      return kept
    },
    /** `stateKeys` names the states that belong to a place; the others are written with the last alarms. */
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
    /** Resolves once everything is written that was raised. */
    async idle(): Promise<void> {
      await written
    },
  }
}
