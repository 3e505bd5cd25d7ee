/** What follows an event: the next state, and what is to be done, in this order. */
export interface Step<State extends string, Effect extends string> {
  to: State
  run: readonly Effect[]
}

/** A state machine as data: for each state, the events that mean something in it. Any other event is ignored there. */
export type Transitions<State extends string, Event extends string, Effect extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, Step<State, Effect>>>>>
>

/** An entry of a table. */
export function step<State extends string, Effect extends string>(to: State, ...run: Effect[]): Step<State, Effect> {
  return { to, run }
}

/** What an event leads to by the table; an ignored one changes nothing. */
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
 * Runs a table: on each event it goes to the next state and then does what the table says. An effect may itself send
 * events, since whoever hears of it may close the whole thing. Where that leads to another state, what was left to do is
 * out of date and is not done any more.
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
