import type { Alarm, Row } from '../../contract/watch/alarms.ts'
import type { LevelState, LevelStateName, Step } from '../../contract/watch/place-states.ts'
import { expectedAbove, type Headline, headlineOf, idsOn, type States, stageOf, stepOf } from './step.ts'

/**
 * The state of a ladder as sent to one channel. A channel selects levels; the signature of a state is a short text,
 * equal for states between which the channel sends no message.
 */

/** Ids of levels, or one of these: every level, the most severe, the least severe, every level but the most severe. */
export const ALL_LEVELS = '*'
export const HIGHEST = 'highest'
export const OUTERMOST = 'outermost'
export const NOT_HIGHEST = '!highest'

export interface Selection {
  levels: readonly string[]
  /** False: `expected` counts as `off`. */
  expected: boolean
}

/** The signature of a ladder without a triggered selected level, and of a state that was never sent. */
export const OFF = 'off'
/** A level with an unknown id; ranks behind all others. */
export const UNKNOWN_ON = '?:on'

type Ladder = Pick<Row, 'ladder' | 'levels'>

/** The chosen levels, most severe first. */
export function chosenLevels(levels: readonly LevelState[], { levels: choice, expected }: Selection): LevelState[] {
  const last = levels.length - 1
  const isChosen = ({ id }: LevelState, at: number) =>
    choice.includes(ALL_LEVELS) ||
    choice.includes(id) ||
    choice.includes(at === 0 ? HIGHEST : NOT_HIGHEST) ||
    (at === last && choice.includes(OUTERMOST))
  return levels
    .filter(isChosen)
    .map((level) =>
      level.state === 'expected' && !expected ? { ...level, state: 'off', since: null, until: null } : level,
    )
}

/** `off`; of `lightning` the headline if `on` and the most severe `expected` level above it; of `weather` every level `on`. */
export function signatureOf({ ladder, levels }: Ladder, selection: Selection): string {
  const chosen = chosenLevels(levels, selection)
  const on = idsOn(chosen).map((id) => `${id}:on`)
  if (ladder === 'weather') return on.join(' ') || OFF
  const expected = expectedAbove(chosen)
  const parts = [...on.slice(0, 1), ...(expected === null ? [] : [`${expected}:expected`])]
  return parts.join(' ') || OFF
}

/** The states that a signature names, after the levels of a ladder: those that it lacks rank last. */
function statesOf(signature: string, levels: readonly LevelState[] = []): States {
  const parts = signature === OFF ? [] : signature.split(' ').map((part) => part.split(':') as [string, LevelStateName])
  const named = new Map(parts)
  const ids = new Set([...levels.map(({ id }) => id), ...named.keys()])
  return [...ids].map((id) => ({ id, state: named.get(id) ?? 'off' }))
}

/** The most severe level that a signature names; null for `off`. */
export function headlineOfSignature(signature: string): Headline {
  return headlineOf(statesOf(signature))
}

/** The name of a change between two signatures; null if equal. */
export function stepBetween({ ladder, levels }: Ladder, from: string, to: string): Step | null {
  return from === to ? null : stepOf(ladder ?? 'lightning', statesOf(from, levels), statesOf(to, levels))
}

/** The row as a channel sends it: headline, step, levels and what derives from them follow the chosen levels. */
export function rowAsSeen(row: Row, selection: Selection, sent: { before: string; step: Step }): Row {
  const levels = chosenLevels(row.levels, selection)
  const signature = signatureOf(row, selection)
  const headline = headlineOfSignature(signature)
  const named = levels.find(({ id }) => id === headline.level)
  const isSame = headline.level === row.level && headline.state === row.state
  return {
    ...row,
    ...headline,
    ...(!isSame && {
      colour: named?.colour ?? null,
      action: named?.action ?? null,
      actionZh: named?.actionZh ?? null,
      who: named?.who ?? [],
    }),
    levels,
    step: sent.step,
    before: headlineOfSignature(sent.before),
    changed: row.changed.filter((id) => levels.some((level) => level.id === id)),
    durations: sent.step === row.step ? row.durations : null,
    stage: row.ladder === 'weather' ? row.stage : stageOf(headline, row.levels),
  }
}

/** Steps of rows that carry the state of one ladder after a change. */
const STATE_STEPS: readonly Step[] = ['up', 'down', 'end', 'expected', 'lapsed', 'other']

/**
 * The subject of a row: only the newest row of a subject is relevant: `golf/lightning`, `golf/stops`, `golf/reports`
 * (whether reports arrive), `/lightning` (the feed). Null for a row without a subject.
 */
export function subjectOf(alarm: Alarm): string | null {
  const { step, place, ladder, feed } = alarm
  if (step === 'stop' && place) return `${place.id}/stops`
  if (step === 'observation') return place ? `${place.id}/reports` : `/${feed ?? 'lightning'}`
  return step !== undefined && STATE_STEPS.includes(step) && place && ladder ? `${place.id}/${ladder}` : null
}
