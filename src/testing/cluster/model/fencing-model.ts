import { type Model, rulesWithout } from './explore.ts'

/**
 * Log entries and leader messages, as a model of `server/cluster/log-writer.ts` and `leader-message.ts`: each tenure has a higher fencing token
 * than all before, and a process that slept may continue an old tenure for any time. The log is fenced by its expected last sequence, leader
 * messages by the token. Messages are delayed, lost and reordered.
 */

const TENURES = 3
const ENTRIES = 4

const IN_ORDER = 'no entry of a leader follows one of a later leader'
const HEARD_IN_ORDER = 'a follower ignores a leader after a later one'

/** The rules, each with the invariant that needs it. */
export const FENCING_RULES = {
  /** An entry is stored only if its writer knows the last one. */
  expectsSequence: IN_ORDER,
  /** A new leader begins at the end of the log only if it still holds the lease when it has read that. */
  checksLeaseAtEnd: IN_ORDER,
  /** Messages with a lower token than a previous one are ignored. */
  ignoresLowerTokens: HEARD_IN_ORDER,
}

interface State {
  /** By token, from 1 on: after how many entries each writes next; null before it has read the log. */
  writesAfter: readonly (number | null)[]
  /** The token of each entry. */
  log: readonly number[]
  appends: readonly { token: number; after: number }[]
  said: readonly number[]
  /** The tokens that a follower took, the latest and the one before. */
  taken: readonly number[]
}

/** `left`: a rule that is left out. */
export function createFencingModel(left?: keyof typeof FENCING_RULES): Model<State> {
  const rules = rulesWithout(FENCING_RULES, left)
  const writeAfter = (state: State, token: number, after: number | null): State => ({
    ...state,
    writesAfter: state.writesAfter.with(token - 1, after),
  })

  function store(state: State, i: number): State {
    const { token, after } = state.appends[i]!
    const arrived = { ...state, appends: state.appends.toSpliced(i, 1) }
    const isRefused = rules.expectsSequence && after !== state.log.length
    if (isRefused || state.log.length === ENTRIES) return arrived
    return { ...writeAfter(arrived, token, state.log.length + 1), log: [...state.log, token] }
  }

  function hear(state: State, i: number): State {
    const token = state.said[i]!
    const heard = { ...state, said: state.said.toSpliced(i, 1) }
    const isIgnored = rules.ignoresLowerTokens && token < (state.taken.at(-1) ?? 0)
    return isIgnored ? heard : { ...heard, taken: [...state.taken, token].slice(-2) }
  }

  return {
    initial: { writesAfter: [], log: [], appends: [], said: [], taken: [] },
    *steps(state) {
      const { writesAfter, log, appends, said } = state
      if (writesAfter.length < TENURES) yield ['the lease is gained', { ...state, writesAfter: [...writesAfter, null] }]
      for (const [i, after] of writesAfter.entries()) {
        const token = i + 1
        if (after === null) {
          // A later tenure means that the lease of this one is over.
          const isHeld = token === writesAfter.length
          if (!isHeld && rules.checksLeaseAtEnd) continue
          yield [`leader ${token} reads to the end of the log`, writeAfter(state, token, log.length)]
        } else if (!appends.some((append) => append.token === token)) {
          yield [`leader ${token} writes`, { ...state, appends: [...appends, { token, after }] }]
        }
        if (after !== null && !said.includes(token))
          yield [`leader ${token} speaks`, { ...state, said: [...said, token] }]
      }
      for (const [i, { token }] of appends.entries()) {
        yield [`an entry of leader ${token} arrives`, store(state, i)]
        yield [`an entry of leader ${token} is lost`, { ...state, appends: appends.toSpliced(i, 1) }]
      }
      for (const [i, token] of said.entries()) {
        yield [`a follower hears leader ${token}`, hear(state, i)]
        yield [`what leader ${token} said is lost`, { ...state, said: said.toSpliced(i, 1) }]
      }
    },
    broken({ log, taken }) {
      const falls = (tokens: readonly number[]) => tokens.some((token, i) => i > 0 && token < tokens[i - 1]!)
      if (falls(log)) return IN_ORDER
      return falls(taken) ? HEARD_IN_ORDER : null
    },
    key: (state) => JSON.stringify(state),
  }
}
