import { create } from 'zustand'
import type { WatchAccess } from '../../../client/watch/watch-access.ts'
import { type PrivateLadder, type PrivateLevelsAnswer, privateKey } from '../../../contract/watch/private-levels.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM, ruleOf } from '../../../core/airports/rings.ts'
import { levelsOfRings } from '../../../core/levels/ladder-of.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { isPlace } from '../../live/places/place-store.ts'
import type { Choices } from '../../state/choices.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { byScheme, type OwnWeather } from './weather-choice.ts'

/** Debounce of changed settings. */
const SETTLES_MS = 1_000
/** Retry interval for rules that the server does not evaluate yet. */
const AGAIN_MS = 20_000
/** Renewal interval: the server deletes viewer rules after days without requests. */
const STILL_HERE_MS = 10 * MINUTE_MS
/** Maximum ladders per request: keeps bodies short. */
const SENT_AT_ONCE = 25

export type OwnChoices = Pick<Choices, 'watched' | 'rings' | 'holdMinutes' | 'ownRules' | 'categoryScheme'>

export const useOwnLevels = create(() => ({
  /** Keys of viewer rules that the server evaluates. */
  judged: new Set() as ReadonlySet<string>,
  /** Number of airports with viewer rules that it does not evaluate. */
  left: 0,
}))

/** The viewer's levels for an airport: rings, hold time, limits, category scheme; null if not customised. */
export function ownLadder(place: string, chosen: OwnChoices, weather: OwnWeather): PrivateLadder | null {
  const { rings, holdMinutes } = ruleOf(place, chosen)
  const isOwn = holdMinutes !== HOLD_MINUTES_DEFAULT || rings.join() !== RINGS_DEFAULT_KM.join()
  const reports = byScheme(weather, chosen.categoryScheme)
  const hasReports = reports !== null && reports.length > 0
  if (!isOwn && !hasReports) return null
  return {
    place,
    ...(isOwn && { levels: [...levelsOfRings(rings, holdMinutes)] }),
    ...(hasReports && { weather: [...reports] }),
  }
}

function ownLadders(): PrivateLadder[] {
  const chosen = usePage.getState()
  const { weather } = useAlerts.getState()
  return chosen.watched.flatMap((id) => (isPlace(id) ? [] : (ownLadder(id, chosen, weather) ?? [])))
}

/** Has the server evaluate the viewer's rules while they exist. Returns a function that stops this. */
export function keepOwnLevels(deps: {
  access(): Promise<Pick<WatchAccess, 'askPrivate'>>
  clock: Pick<Clock, 'after'>
}): Unsubscribe {
  const { access, clock } = deps
  let isStopped = false
  let asked: readonly PrivateLadder[] = []
  let cancel = () => {}
  const askIn = (ms: number) => {
    cancel()
    cancel = clock.after(ms, () => void ask())
  }

  async function ask(): Promise<void> {
    const wanted = ownLadders()
    const notIn = (judged: ReadonlySet<string>) => wanted.filter((ladder) => !judged.has(privateKey(ladder)))
    const places = new Set(wanted.map(({ place }) => place))
    const ended = asked.filter(({ place }) => !places.has(place)).map(({ place }) => ({ place }))
    const open = [...notIn(useOwnLevels.getState().judged), ...ended]
    asked = wanted
    if (wanted.length + open.length === 0) return useOwnLevels.setState({ left: 0 })
    const answer = await send(open).catch(() => ({ judged: [], alarms: [] }))
    if (isStopped) return
    const judged = new Set(answer.judged)
    const left = notIn(judged).length
    useOwnLevels.setState({ judged, left })
    if (answer.alarms.length > 0) useAlarmLog.getState().take(answer.alarms)
    askIn(left === 0 ? STILL_HERE_MS : AGAIN_MS)
  }

  /** In several requests; each answer is complete. */
  async function send(open: readonly PrivateLadder[]): Promise<PrivateLevelsAnswer> {
    const { askPrivate } = await access()
    const answer = await askPrivate(open.slice(0, SENT_AT_ONCE))
    return open.length > SENT_AT_ONCE ? send(open.slice(SENT_AT_ONCE)) : answer
  }

  const look = () => {
    if (keysOf(ownLadders()) !== keysOf(asked)) askIn(SETTLES_MS)
  }
  const stops = [
    usePage.subscribe(look),
    useAlerts.subscribe((now, before) => now.weather !== before.weather && look()),
    // The response also contains rows sent meanwhile.
    useAlarmLog.subscribe(
      (now, before) =>
        now.line !== before.line && now.line.kind === 'live' && ownLadders().length > 0 && askIn(SETTLES_MS),
    ),
  ]
  look()
  return () => {
    isStopped = true
    cancel()
    for (const stop of stops) stop()
    useOwnLevels.setState(useOwnLevels.getInitialState())
  }
}

function keysOf(ladders: readonly PrivateLadder[]): string {
  return ladders.map(privateKey).join()
}
