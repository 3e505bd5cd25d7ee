import type { Stage } from '../../contract/watch/alarms.ts'
import type { LadderKind, LevelStateName, Step } from '../../contract/watch/place-states.ts'

export interface Headline {
  level: string | null
  state: LevelStateName
}

/** The states of a ladder, most severe level first. */
export type States = readonly { id: string; state: LevelStateName }[]

/** The most severe level `on`, else the most severe `expected`. */
export function headlineOf(states: States): Headline {
  const top = states.find(({ state }) => state === 'on') ?? states.find(({ state }) => state === 'expected')
  return top ? { level: top.id, state: top.state } : { level: null, state: 'off' }
}

/** The stage of a lightning headline in versions without levels; `levels`: most severe first. */
export function stageOf({ level, state }: Headline, levels: readonly { id: string }[]): Stage {
  if (state === 'expected') return 'approach'
  if (state === 'off') return 'quiet'
  return level === levels[0]?.id ? 'alarm' : 'alert'
}

/** The step of a change for users on site: the first that applies. */
export function stepOf(ladder: LadderKind, before: States, after: States): Step {
  const was = headlineOf(before)
  const is = headlineOf(after)
  const wasOn = idsOn(before)
  const nowOn = idsOn(after)
  if (ladder === 'weather') {
    if (nowOn.some((id) => !wasOn.includes(id))) return 'up'
    if (wasOn.length > nowOn.length && nowOn.length > 0) return 'down'
  } else if (is.state === 'on') {
    const rise = was.state === 'on' ? rankOf(was.level, after) - rankOf(is.level, after) : 1
    if (rise !== 0) return rise > 0 ? 'up' : 'down'
  }
  if (was.state === 'on' && is.state !== 'on') return 'end'
  const expected = rankOf(expectedAbove(after), after)
  const wasExpected = rankOf(expectedAbove(before), after)
  if (expected !== wasExpected) return expected < wasExpected ? 'expected' : 'lapsed'
  return 'other'
}

/** The rank of a level, 0 for the most severe. A removed level ranks last, and none behind it. */
function rankOf(id: string | null, levels: States): number {
  const index = levels.findIndex((level) => level.id === id)
  if (index >= 0) return index
  return id === null ? Number.POSITIVE_INFINITY : levels.length
}

/** The most severe expected level above every level on; null without one. */
export function expectedAbove(states: States): string | null {
  const top = states.find(({ state }) => state !== 'off')
  return top?.state === 'expected' ? top.id : null
}

export function idsOn(states: States): string[] {
  return states.filter(({ state }) => state === 'on').map(({ id }) => id)
}
