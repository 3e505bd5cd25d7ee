/** A system as states and the steps between them. States are values: a step makes another one. */
export interface Model<State> {
  initial: State
  /** Everything that may happen next, each with its name. */
  steps(state: State): Iterable<readonly [string, State]>
  /** The invariant that does not hold in a state; null where all hold. */
  broken(state: State): string | null
  /** The same text for states that differ in nothing that matters, as in the names of their processes. */
  key(state: State): string
}

export interface Explored {
  states: number
  /** Whether there are no further states beyond the depth. */
  isComplete: boolean
  /** The shortest way to a state in which an invariant does not hold. */
  broken: { invariant: string; path: string[] } | null
}

/** Whether each rule is followed: all, or all but one. */
export function rulesWithout<Rule extends string>(rules: Record<Rule, string>, without?: Rule): Record<Rule, boolean> {
  const followed = Object.keys(rules).map((rule) => [rule, rule !== without])
  return Object.fromEntries(followed)
}

/** The list with a change of one of its items. */
export function replaced<T>(list: readonly T[], i: number, change: Partial<T>): readonly T[] {
  return list.with(i, { ...list[i]!, ...change })
}

/** Visits every state that is reached by at most `depth` steps, the nearest first, until one breaks an invariant. */
export function explore<State>(model: Model<State>, depth: number): Explored {
  const { initial, steps, broken, key } = model
  const reachedBy = new Map<string, { step: string; from: string } | null>([[key(initial), null]])
  let layer = [...reachedBy.keys()].map((from) => ({ from, state: initial }))
  for (let step = 0; step < depth && layer.length > 0; step++) {
    const next: typeof layer = []
    for (const { from, state } of layer) {
      for (const [name, reached] of steps(state)) {
        const to = key(reached)
        if (reachedBy.has(to)) continue
        reachedBy.set(to, { step: name, from })
        const invariant = broken(reached)
        if (invariant !== null) {
          return { states: reachedBy.size, isComplete: false, broken: { invariant, path: pathTo(to, reachedBy) } }
        }
        next.push({ from: to, state: reached })
      }
    }
    layer = next
  }
  return { states: reachedBy.size, isComplete: layer.length === 0, broken: null }
}

function pathTo(key: string, reachedBy: ReadonlyMap<string, { step: string; from: string } | null>): string[] {
  const path: string[] = []
  for (let at = reachedBy.get(key); at; at = reachedBy.get(at.from)) path.unshift(at.step)
  return path
}
