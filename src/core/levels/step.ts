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
  const wasOn = new Set(idsOf(before, 'on'))
  const nowOn = idsOf(after, 'on')
  if (ladder === 'weather') {
    if (nowOn.some((id) => !wasOn.has(id))) return 'up'
    if (wasOn.size > nowOn.length && nowOn.length > 0) return 'down'
  } else if (is.state === 'on') {
    // A removed level ranks last.
    const rank = ({ level }: Headline) => {
      const index = after.findIndex(({ id }) => id === level)
      return index < 0 ? after.length : index
    }
    if (was.state !== 'on' || rank(is) < rank(was)) return 'up'
    if (rank(is) > rank(was)) return 'down'
  }
  if (was.state === 'on' && is.state !== 'on') return 'end'
  const expected = expectedAbove(after)
  const wasExpected = expectedAbove(before)
  if (expected !== null && expected !== wasExpected) return 'expected'
  if (wasExpected !== null && expected === null && nowOn.length === wasOn.size) return 'lapsed'
  return 'other'
}

/** The most severe expected level above every level on; null without one. */
export function expectedAbove(states: States): string | null {
  const top = states.find(({ state }) => state !== 'off')
  return top?.state === 'expected' ? top.id : null
}

function idsOf(states: States, of: LevelStateName): string[] {
  return states.filter(({ state }) => state === of).map(({ id }) => id)
}
