import { createHash } from 'node:crypto'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { type OwnRule, type OwnWatchState, viewerSchema } from '../../../contract/watch/own-watch.ts'
import type { Report } from '../../../core/metar/report.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import type { Who } from '../../access/admission.ts'
import type { AlarmWriter } from '../alarm-writer.ts'
import { type OwnFeed, openOwnAlarms } from './own-alarms.ts'
import { OWN_MEMORY, openOwnReports } from './own-reports.ts'
import { openOwnRules } from './own-rules.ts'
import { openWatchEngine, type WatchEngine, type WatchEngineDeps } from './ring-engine.ts'

/** What viewers have the watch judge for themselves, by rings, hold times, limits and a category scheme of their own. */
export interface OwnWatch {
  /** Goes by these from now on, too, as far as there is room; `address` is that of who has no name. */
  ask(viewer: string, address: string | null, rules: readonly OwnRule[]): Promise<OwnWatchState>
  acknowledge(viewer: string, id: string, by: string): Promise<Alarm | null>
  feedOf(viewer: string): OwnFeed
  /** Goes no more by the rules of names but these. */
  keepNames(names: readonly string[]): void
  /** How many rules there are. */
  count(): number
  close(): void
}

const OWN = 'own-'

/**
 * A second watch, over the airports that viewers chose something for. What it raises is in no log but their own,
 * goes out by no channel, and is told to them alone.
 */
export async function openOwnWatch(
  deps: Omit<WatchEngineDeps, 'writer' | 'rules' | 'latestReports'> & {
    writer: Pick<AlarmWriter, 'write'>
    /** Of every airport; filled before own rules hear of a report. */
    latestReports: ReadonlyMap<string, Report>
  },
): Promise<OwnWatch> {
  const { history, clock } = deps
  const store = history.watch
  const rules = await openOwnRules({ store, places: deps.places, clock })
  const alarms = await openOwnAlarms(store)

  /** An alarm and what is remembered because of it are written as one, and then it is told. */
  function writeAll(raised: readonly Alarm[], changed: ReadonlyMap<string, string | null>): void {
    const added = raised.flatMap((alarm) => {
      const rule = alarm.place && rules.ruleOf(alarm.place.id)
      return rule ? (alarms.add(rule.viewer, ownAlarm(alarm, rule.key)) ?? []) : []
    })
    const states = [...changed].map(([key, value]) => [OWN + key, value] as const)
    void deps.writer.write({ states: [...states, ...added.flatMap((each) => each.states)] }).then(() => {
      for (const { tell } of added) tell()
    })
  }

  const stopReports = openOwnReports({
    ...{ source: deps.source, latest: deps.latestReports, rules, clock },
    remembered: await store.states(OWN + OWN_MEMORY),
    keep: writeAll,
  })
  const open = () =>
    openWatchEngine({
      ...deps,
      latestReports: new Map(),
      // Rings that are a viewer's own have no outlook, and whoever looks at them has the page before them.
      ...{ places: rules, writer: { writeAll }, nowcast: null, publicOrigin: null, rules: () => [] },
      history: {
        strikes: history.strikes,
        missing: history.missing,
        watch: { ...store, states: (prefix) => store.states(OWN + prefix) },
      },
    })
  // Opened with the first rings: it costs nothing where nobody has any. One that can't be opened is tried again.
  let engine: Promise<WatchEngine | null> = Promise.resolve(null)
  const look = async (): Promise<boolean> => {
    if (rules.list().length === 0) return false
    engine = engine.then((opened) => opened ?? open())
    engine = engine.catch((error) => {
      deps.log.error({ error: String(error) }, 'the watch by rules of viewers’ own could not be opened')
      return null
    })
    return (await engine) !== null
  }
  await look()
  const stops = [
    rules.onChange(() => void look()),
    clock.every(HOUR_MS, () => {
      const states = alarms.forget((viewer) => rules.viewers().has(viewer))
      if (states.length > 0) void store.write({ states })
    }),
  ]
  return {
    async ask(viewer, address, asked) {
      rules.ask(viewer, address, asked)
      const isOpen = await look()
      return { judged: rules.judged(viewer, isOpen), alarms: alarms.list(viewer) }
    },
    acknowledge: (viewer, id, by) => alarms.acknowledge(viewer, id, by, clock.now()),
    feedOf: alarms.feedOf,
    keepNames(names) {
      const known = new Set(names.map(ownerOfName))
      rules.keepNamed((viewer) => known.has(viewer))
    },
    count: () => rules.list().length,
    close() {
      for (const stop of stops) stop()
      stopReports()
      void engine.then((opened) => opened?.close())
      rules.close()
    },
  }
}

/** Whom rules belong to: a name, else the random word of a browser; null where there is neither. It is not to be read from it. */
export function ownerOf(who: Who, word: string | undefined): string | null {
  const isNamed = who.isPerson && who.name !== null
  if (!isNamed && !viewerSchema.safeParse(word).success) return null
  return isNamed ? ownerOfName(who.name) : digest(`word ${word}`)
}

function ownerOfName(name: string | null): string {
  return digest(`name ${name}`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** As its viewer knows it: of the airport, and by which rule. */
function ownAlarm(alarm: Alarm, key: string): Alarm {
  const { place, stage, id } = alarm
  const cause = id.slice(`${place?.id}.${stage}.`.length)
  const [placeId = ''] = key.split(':')
  return { ...alarm, id: `own.${key}.${stage}.${cause}`, place: place && { ...place, id: placeId }, own: key }
}
