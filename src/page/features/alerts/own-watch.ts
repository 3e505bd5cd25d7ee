import { create } from 'zustand'
import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import { OWN_LIMIT_MAX, OWN_RULES_SENT_MAX, type OwnRule, ownRuleKey } from '../../../contract/watch/own-watch.ts'
import { ALERT_KINDS, type AlertKind, type AlertSettings } from '../../../core/airports/alert-rules.ts'
import { ruleOf } from '../../../core/airports/rings.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { isPlace } from '../../live/places/place-store.ts'
import type { Choices } from '../../state/choices.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { isOwnChoice } from './own-choice.ts'

/** A choice that is being typed is asked for once it stands. */
const SETTLES_MS = 1_000
/** What the watch does not go by yet is asked for again. */
const AGAIN_MS = 20_000
/** What so many answers did not have the page judges by itself. */
const ASKED_IN_VAIN = 2
/** What nobody asks for any more is forgotten by the server, in days. */
const STILL_WANTED_MS = 10 * MINUTE_MS

export type OwnChoices = Pick<Choices, 'watched' | 'rings' | 'holdMinutes' | 'ownRules' | 'categoryScheme'>

interface OwnWatched {
  /** The rules of one's own, by their keys, that the watch of the server goes by. */
  judged: ReadonlySet<string>
  /** Those of which it has still to say so. */
  awaited: ReadonlySet<string>
  /** How many it has no room for. */
  left: number
}

export const useOwnWatch = create<OwnWatched>()(() => ({ judged: new Set(), awaited: new Set(), left: 0 }))

/** What an airport goes by on this page for one kind of alert; null where that is nothing that anybody can choose. */
export function ruleHere(kind: AlertKind, place: string, chosen: OwnChoices, settings: AlertSettings): OwnRule | null {
  switch (kind) {
    case 'strike': {
      const { rings, holdMinutes } = ruleOf(place, chosen)
      return { place, ringsKm: [...rings], holdMin: holdMinutes }
    }
    case 'category':
      return { place, stage: 'category', scheme: chosen.categoryScheme }
    case 'gust':
      return { place, stage: 'wind', limit: settings.gustMps }
    case 'visibility':
      return { place, stage: 'visibility', limit: settings.visibilityM }
    case 'ceiling':
      return { place, stage: 'ceiling', limit: settings.ceilingM }
    default:
      return null
  }
}

/** The key of that rule. */
export function keyHere(...of: Parameters<typeof ruleHere>): string | null {
  const rule = ruleHere(...of)
  return rule && ownRuleKey(rule)
}

/** What was chosen for the airports that are watched here and the server does not go by for everybody; rings come first. */
export function ownRules(chosen: OwnChoices, settings: AlertSettings): OwnRule[] {
  const airports = chosen.watched.filter((id) => !isPlace(id))
  const kinds = ALERT_KINDS.filter((kind) => !settings.off.includes(kind))
  return kinds.flatMap((kind) => {
    const own = airports.filter((icao) => isOwnChoice(kind, icao, settings, chosen))
    return own.flatMap((icao) => ruleHere(kind, icao, chosen, settings) ?? [])
  })
}

/** As much of it as the server takes. */
function askable(rules: readonly OwnRule[]): OwnRule[] {
  return rules.filter((rule) => !('limit' in rule) || rule.limit <= OWN_LIMIT_MAX).slice(0, OWN_RULES_SENT_MAX)
}

/** Has the watch of the server judge by what was chosen here, for as long as that is so. Answers how to stop. */
export function keepOwnWatch(deps: {
  access(): Promise<Pick<WatchAccess, 'askOwn'>>
  clock: Pick<Clock, 'after'>
}): Unsubscribe {
  const { access, clock } = deps
  let isStopped = false
  let asked = ''
  let judged: ReadonlySet<string> = new Set()
  /** How many answers each rule that is wanted was missing in. */
  let missed: ReadonlyMap<string, number> = new Map()
  let cancel = () => {}
  const askIn = (ms: number) => {
    cancel()
    cancel = clock.after(ms, () => void ask())
  }

  const chosenNow = () => ownRules(usePage.getState(), useAlerts.getState().settings)

  /** Says which of what is chosen now is judged, and which is still to be. */
  function stand(chosen: readonly OwnRule[]): void {
    const open = (rules: readonly OwnRule[]) => rules.map(ownRuleKey).filter((key) => !judged.has(key))
    const awaited = new Set(open(askable(chosen)).filter((key) => (missed.get(key) ?? 0) < ASKED_IN_VAIN))
    useOwnWatch.setState({ judged, awaited, left: open(chosen).length - awaited.size })
  }

  async function ask(): Promise<void> {
    const rules = askable(chosenNow())
    asked = JSON.stringify(rules)
    if (rules.length === 0) return
    const answer = await access()
      .then((watch) => watch.askOwn(rules))
      .catch(() => ({ judged: [], alarms: [] }))
    if (isStopped) return
    judged = new Set(answer.judged)
    const open = rules.map(ownRuleKey).filter((key) => !judged.has(key))
    missed = new Map(open.map((key) => [key, (missed.get(key) ?? 0) + 1]))
    stand(chosenNow())
    if (answer.alarms.length > 0) useAlarmLog.getState().take(answer.alarms)
    askIn(open.length === 0 ? STILL_WANTED_MS : AGAIN_MS)
  }

  const look = () => {
    const chosen = chosenNow()
    if (JSON.stringify(askable(chosen)) === asked) return
    stand(chosen)
    askIn(SETTLES_MS)
  }
  const stops = [
    usePage.subscribe(look),
    useAlerts.subscribe((now, before) => now.settings !== before.settings && look()),
    // What was raised meanwhile is told by the answer, too.
    useAlarmLog.subscribe((now, before) => now.line !== before.line && now.line.kind === 'live' && askIn(SETTLES_MS)),
  ]
  look()
  return () => {
    isStopped = true
    cancel()
    for (const stop of stops) stop()
    useOwnWatch.setState(useOwnWatch.getInitialState())
  }
}
