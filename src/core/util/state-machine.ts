/** A transition: the next state, and effects in order. */
export interface Step<State extends string, Effect extends string> {
  to: State
  run: readonly Effect[]
}

/** A state machine as data: per state the events it handles. Others are ignored. */
export type Transitions<State extends string, Event extends string, Effect extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, Step<State, Effect>>>>>
>

export function step<State extends string, Effect extends string>(to: State, ...run: Effect[]): Step<State, Effect> {
  return { to, run }
}

/** The transition of an event; an ignored one changes nothing. */
export function transition<State extends string, Event extends string, Effect extends string>(
  table: Transitions<State, Event, Effect>,
  state: State,
  event: Event,
): Step<State, Effect> {
  return table[state][event] ?? step(state)
}

export interface Machine<State extends string, Event extends string> {
  readonly state: State
  send(event: Event): void
}

/**
 * Runs a table: on each event it enters the next state, then runs the effects. An effect may send events, for example
 * when a listener closes the whole; if that changes the state, remaining effects are obsolete and skipped.
 */
export function createMachine<State extends string, Event extends string, Effect extends string>(
  table: Transitions<State, Event, Effect>,
  initial: State,
  perform: (effect: Effect) => void,
): Machine<State, Event> {
  let state = initial
  return {
    get state() {
      return state
    },
    send(event) {
      const { to, run } = transition(table, state, event)
      state = to
      for (const effect of run) {
        perform(effect)
        if (state !== to) return
      }
    },
  }
}
