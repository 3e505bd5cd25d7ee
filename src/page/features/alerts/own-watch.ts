import { create } from 'zustand'
import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import { OWN_RULES_SENT_MAX, type OwnRule, ownRuleKey } from '../../../contract/watch/own-watch.ts'
import type { AlertSettings } from '../../../core/airports/alert-rules.ts'
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
/** What nobody asks for any more is forgotten by the server, in days. */
const STILL_WANTED_MS = 10 * MINUTE_MS

export type RingChoices = Pick<Choices, 'watched' | 'rings' | 'holdMinutes' | 'ownRules' | 'categoryScheme'>

/** The rules of one's own, by their keys, that the watch of the server goes by. */
export const useOwnWatch = create<{ judged: ReadonlySet<string> }>()(() => ({ judged: new Set() }))

/** What an airport goes by on this page. */
export function ruleHere(icao: string, chosen: RingChoices): OwnRule {
  const { rings, holdMinutes } = ruleOf(icao, chosen)
  return { place: icao, ringsKm: [...rings], holdMin: holdMinutes }
}

/** Whether the server judges an airport by what was chosen here. */
export function isJudgedForUs(icao: string | null, chosen: RingChoices): boolean {
  return icao !== null && useOwnWatch.getState().judged.has(ownRuleKey(ruleHere(icao, chosen)))
}

/** The rings and hold times that the server does not go by for everybody, of the airports that are watched here. */
export function wantedRules(chosen: RingChoices, settings: AlertSettings): OwnRule[] {
  if (settings.off.includes('strike')) return []
  const airports = chosen.watched.filter((id) => !isPlace(id) && isOwnChoice('strike', id, settings, chosen))
  return airports.slice(0, OWN_RULES_SENT_MAX).map((icao) => ruleHere(icao, chosen))
}

/** Has the watch of the server judge by what was chosen here, for as long as that is so. Answers how to stop. */
export function keepOwnWatch(deps: {
  access(): Promise<Pick<WatchAccess, 'askOwn'>>
  clock: Pick<Clock, 'after'>
}): Unsubscribe {
  const { access, clock } = deps
  let isStopped = false
  let asked = ''
  let cancel = () => {}
  const askIn = (ms: number) => {
    cancel()
    cancel = clock.after(ms, () => void ask())
  }

  async function ask(): Promise<void> {
    const rules = wantedRules(usePage.getState(), useAlerts.getState().settings)
    asked = JSON.stringify(rules)
    if (rules.length === 0) return
    const answer = await access()
      .then((watch) => watch.askOwn(rules))
      .catch(() => ({ judged: [], alarms: [] }))
    if (isStopped) return
    const judged = new Set(answer.judged)
    useOwnWatch.setState({ judged })
    if (answer.alarms.length > 0) useAlarmLog.getState().take(answer.alarms)
    askIn(rules.every((rule) => judged.has(ownRuleKey(rule))) ? STILL_WANTED_MS : AGAIN_MS)
  }

  const look = () => {
    const wanted = JSON.stringify(wantedRules(usePage.getState(), useAlerts.getState().settings))
    if (wanted !== asked) askIn(SETTLES_MS)
  }
  const stops = [
    usePage.subscribe(look),
    useAlerts.subscribe((now, before) => now.settings !== before.settings && look()),
    // What was raised meanwhile is told by the answer, too.
    useAlarmLog.subscribe((now, before) => now.line !== before.line && now.line.kind === 'live' && askIn(SETTLES_MS)),
  ]
  askIn(SETTLES_MS)
  return () => {
    isStopped = true
    cancel()
    for (const stop of stops) stop()
    useOwnWatch.setState({ judged: new Set() })
  }
}
