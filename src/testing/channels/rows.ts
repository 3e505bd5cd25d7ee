import type { Alarm, Row } from '../../contract/watch/alarms.ts'
import type { Cause, LadderKind, LevelState, LevelStateName, Step } from '../../contract/watch/place-states.ts'
import { signatureOf, stepBetween } from '../../core/levels/signature.ts'

const WHOLE = { levels: ['*'], expected: true }

/** One level at a moment; by default as for a level that was never on. */
export function levelState(id: string, state: LevelStateName = 'off', over: Partial<LevelState> = {}): LevelState {
  return {
    id,
    name: id.toUpperCase(),
    nameZh: null,
    km: null,
    holdMin: 15,
    state,
    since: null,
    last: null,
    lastKm: null,
    end: null,
    until: null,
    coverage: 1,
    ...over,
  }
}

interface Stated {
  place: string
  ladder?: LadderKind
  /** Most severe first. */
  levels: readonly LevelState[]
  /** Levels of the previous state; all `off` by default. */
  before?: readonly LevelState[]
  atMs: number
  cause?: Cause['kind']
  over?: Partial<Row>
}

/** A row of the alarm log as the engine writes it: the whole ladder of a place after a change. */
export function rowOf({ place, ladder = 'lightning', levels, before, atMs, cause = 'strike', over }: Stated): Row {
  const was = before ?? levels.map(({ id }) => levelState(id))
  const at = new Date(atMs).toISOString()
  const changed = levels.filter(({ id, state }) => (was.find((level) => level.id === id)?.state ?? 'off') !== state)
  const [from, to] = [was, levels].map((each) => signatureOf({ ladder, levels: [...each] }, WHOLE))
  const [level = null, state = 'off'] = to === 'off' ? [] : (to!.split(' ')[0]!.split(':') as [string, LevelStateName])
  const [beforeLevel = null, beforeState = 'off'] =
    from === 'off' ? [] : (from!.split(' ')[0]!.split(':') as [string, LevelStateName])
  const first = changed[0] ?? levels[0]!
  const step: Step = stepBetween({ ladder, levels: [...levels] }, from!, to!) ?? 'other'
  const ended = levels[0]?.id === level ? 'alarm' : 'alert'
  return {
    id: `${place}.${first.id}.${first.state}.${atMs}`,
    place: { id: place, name: `Place ${place}`, nameZh: null, group: null, lat: 31, lon: 121 },
    ladder,
    rev: 1,
    at,
    incident: at,
    level,
    state,
    colour: null,
    rule: 'default',
    levels: [...levels],
    observed: { now: true, since: null },
    stops: [],
    step,
    before: { level: beforeLevel, state: beforeState },
    changed: changed.map(({ id }) => id),
    cause: { kind: cause },
    feed: null,
    from: null,
    to: null,
    action: null,
    actionZh: null,
    who: [],
    durations: null,
    stage: state === 'on' ? ended : state === 'expected' ? 'approach' : 'quiet',
    struckAt: null,
    distanceKm: null,
    arrival: null,
    watched: 1,
    simulated: false,
    details: {},
    link: null,
    acknowledged: null,
    ...over,
  }
}

/** The row of a feed that stopped at a moment, or that is back. */
export function feedRow(feed: 'lightning' | 'reports', fromMs: number, toMs: number | null, atMs: number): Row {
  const [at, from] = [atMs, fromMs].map((ms) => new Date(ms).toISOString()) as [string, string]
  const none: Alarm = {
    id: `observation.${feed}.${toMs === null ? 'gap' : 'seen'}.${fromMs}`,
    place: null,
    stage: 'not-watched',
    at,
    struckAt: null,
    distanceKm: null,
    arrival: null,
    watched: null,
    simulated: false,
    details: { feed },
    link: null,
    acknowledged: null,
  }
  return {
    ...none,
    ladder: null,
    rev: 1,
    incident: null,
    level: null,
    state: 'off',
    colour: null,
    rule: null,
    levels: [],
    observed: { now: toMs !== null, since: null },
    stops: [],
    step: 'observation',
    before: { level: null, state: 'off' },
    changed: [],
    cause: { kind: 'gap' },
    feed,
    from,
    to: toMs === null ? null : new Date(toMs).toISOString(),
    action: null,
    actionZh: null,
    who: [],
    durations: null,
  } as Row
}
