import type { Alarm, Row } from '../../contract/watch/alarms.ts'
import type { LevelState, Step } from '../../contract/watch/place-states.ts'
import { stageOf } from './step.ts'

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
  const on = chosen.filter(({ state }) => state === 'on')
  const told = ladder === 'weather' ? on : on.slice(0, 1)
  const above = on[0] ? chosen.slice(0, chosen.indexOf(on[0])) : chosen
  const expected = ladder === 'weather' ? undefined : above.find(({ state }) => state === 'expected')
  const parts = [...told.map(({ id }) => `${id}:on`), ...(expected ? [`${expected.id}:expected`] : [])]
  return parts.length > 0 ? parts.join(' ') : OFF
}

interface Signed {
  on: string[]
  expected: string | null
}

function readSignature(signature: string): Signed {
  const parts = signature.split(' ').map((part) => part.split(':'))
  const of = (state: string) => parts.flatMap(([id = '', is]) => (is === state ? [id] : []))
  return { on: of('on'), expected: of('expected')[0] ?? null }
}

/** The most severe level that a signature names; null for `off`. */
export function headlineOfSignature(signature: string): Pick<Row, 'level' | 'state'> {
  const { on, expected } = readSignature(signature)
  if (on[0] !== undefined) return { level: on[0], state: 'on' }
  return expected === null ? { level: null, state: 'off' } : { level: expected, state: 'expected' }
}

/** The name of a change between two signatures; null if equal. */
export function stepBetween({ ladder, levels }: Ladder, from: string, to: string): Step | null {
  if (from === to) return null
  // A removed level ranks last.
  const rankOf = (id: string | null | undefined) => {
    const rank = id === null || id === undefined ? -1 : levels.findIndex((level) => level.id === id)
    return rank < 0 ? levels.length : rank
  }
  const before = readSignature(from)
  const after = readSignature(to)
  if (ladder === 'weather') {
    if (after.on.some((id) => !before.on.includes(id))) return 'up'
    return after.on.length > 0 ? 'down' : 'end'
  }
  const was = before.on[0]
  const is = after.on[0]
  if (was !== is) {
    if (is === undefined) return 'end'
    return was === undefined || rankOf(is) < rankOf(was) ? 'up' : 'down'
  }
  return rankOf(after.expected) < rankOf(before.expected) ? 'expected' : 'lapsed'
}

/** The row as a channel sends it: headline, step, levels and what derives from them follow the chosen levels. */
export function rowAsSeen(row: Row, selection: Selection, told: { before: string; step: Step }): Row {
  const levels = chosenLevels(row.levels, selection)
  const signature = signatureOf(row, selection)
  const headline = headlineOfSignature(signature)
  const named = levels.find(({ id }) => id === headline.level)
  const isSame = headline.level === row.level && headline.state === row.state
  return {
    ...row,
    ...headline,
    ...(isSame
      ? {}
      : {
          colour: named?.colour ?? null,
          action: named?.action ?? null,
          actionZh: named?.actionZh ?? null,
          who: named?.who ?? [],
        }),
    levels,
    step: told.step,
    before: headlineOfSignature(told.before),
    changed: row.changed.filter((id) => levels.some((level) => level.id === id)),
    durations: told.step === row.step ? row.durations : null,
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
