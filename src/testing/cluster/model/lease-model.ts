import { type Model, replaced, rulesWithout } from './explore.ts'

/**
 * The lease of `server/cluster/lease.ts` and the requests that `fenced-environment.ts` admits, as a model. Names follow the code.
 *
 * - Time advances in ticks of half a second for all processes; the clock of a process may fall behind by one tick in a tenure (`lag`).
 * - A process without steps during ticks sleeps. Messages may be late or lost, one by one, or all of a process: it is partitioned. A
 *   crashed process does not return: after a restart it has another id.
 * - A revision is the latest one or not, as a write is stored after the latest or not at all.
 * - The stream keeps acknowledged writes. NATS 2.9 may not: then two may hold the lease until the next renewal of one is refused.
 * - A request is checked once more after connecting, and reaches the upstream in that tick or in the next one. The rate gate of a process
 *   allows two requests that arrive within a second or are in transit.
 */

/** In ticks, shorter than in the code, and in the same order: MARGIN <= SENDS_WITHIN < QUIET < LEASE. */
const LEASE = 4
const MARGIN = 1
const SENDS_WITHIN = 1
const QUIET = 3
const REQUESTS_PER_SECOND = 2

const ONE_HOLDER = 'at most one process holds the lease'
const TWO_REQUESTS = 'at most two requests in any second'

/** The rules, each with the invariant that needs it. */
export const LEASE_RULES = {
  /** A write is stored only if its writer knows the latest revision. */
  expectsSequence: ONE_HOLDER,
  /** The holder counts from before it asked; else from the answer. */
  countsFromBeforeAsking: ONE_HOLDER,
  /** The holder stops a margin earlier. */
  keepsMargin: ONE_HOLDER,
  /** Others start counting again when they see the record change. */
  countsFromChange: ONE_HOLDER,
  /** A renewal whose answer was lost does not make the lease last longer. */
  ignoresLostAnswers: ONE_HOLDER,
  /** The holder stops before it releases the lease. */
  stopsBeforeRelease: ONE_HOLDER,
  /** The clock is read when a request is sent, not by a timer that may be late. */
  checksWhenAsking: TWO_REQUESTS,
  /** Requests are sent only soon after a renewal. */
  asksSoonAfterRenewal: TWO_REQUESTS,
  /** A new holder waits with its first request while requests of the previous one may count. */
  isQuietAtFirst: TWO_REQUESTS,
  /** A process has one rate gate, not one in each tenure. */
  keepsGate: TWO_REQUESTS,
}

interface Write {
  kind: 'take' | 'renew' | 'release'
  /** In which state a lease is that is taken. */
  from: 'free' | 'lapsed' | 'again' | null
  at: 'on its way' | 'stored' | 'refused'
  isLatest: boolean
  age: number
}

interface Process {
  isDown: boolean
  /** Its name is in the record. */
  isHolder: boolean
  /** `held` and `lapsed` of the code: by age. `alone`: how long no other process may have renewed it. */
  tenure: { age: number; isLatest: boolean; alone: number } | null
  /** How long it has seen the record as it is; null where it has not. */
  unchanged: number | null
  write: Write | null
  /** A write that it no longer waits for, and that may still be stored. */
  late: Write['kind'] | null
  /** In transit, arrived in this tick, and in the one before. */
  requests: readonly [sent: number, arrived: number, before: number]
  /** Rate gates beside the first. */
  gates: number
  hasLagged: boolean
}

type State = readonly Process[]

/** `without`: a rule that is left out. */
export function createLeaseModel(count: number, without?: keyof typeof LEASE_RULES): Model<State> {
  const rules = rulesWithout(LEASE_RULES, without)
  const ownTicks = rules.keepsMargin ? LEASE - MARGIN : LEASE
  const isHeld = ({ isDown, tenure }: Process) => !isDown && tenure !== null && tenure.age < ownTicks
  const mayAsk = (process: Process) =>
    process.tenure !== null &&
    (!rules.checksWhenAsking || isHeld(process)) &&
    (!rules.checksWhenAsking || !rules.asksSoonAfterRenewal || process.tenure.age < SENDS_WITHIN) &&
    (!rules.isQuietAtFirst || process.tenure.alone >= QUIET) &&
    requestsOf(process) < REQUESTS_PER_SECOND * (1 + process.gates)

  function* stepsOf(state: State, i: number): Iterable<[string, State]> {
    const process = state[i]!
    const { tenure, write, late, isHolder, requests } = process
    const [sent, arrived, before] = requests
    const name = `process ${i + 1}`
    const become = (change: Partial<Process>) => replaced(state, i, change)

    yield [`${name} crashes`, become({ ...NEW, isDown: true, isHolder, late, requests })]
    if (write) {
      const { kind, isLatest } = write
      if (write.at === 'on its way') {
        yield [`the ${kind} of ${name} arrives`, arrive(state, i, write)]
        yield [`the ${kind} of ${name} is late`, become({ write: null, late: isLatest ? kind : late })]
      } else {
        yield [`${name} has its answer`, answer(state, i, write)]
      }
      yield [`the ${kind} of ${name} or its answer is lost`, become({ write: null })]
    } else {
      if (!isHeld(process)) yield [`${name} reads the record`, read(state, i)]
      if (tenure) {
        const { isLatest } = tenure
        const kept = rules.stopsBeforeRelease ? null : tenure
        yield [`${name} renews`, become({ write: writing('renew', isLatest) })]
        yield [`${name} releases`, become({ write: writing('release', isLatest), tenure: kept })]
      }
    }
    if (mayAsk(process)) {
      yield [`${name} sends a request, which arrives`, become({ requests: [sent, arrived + 1, before] })]
      yield [`${name} sends a request, which is in transit`, become({ requests: [sent + 1, arrived, before] })]
    }
    if (tenure && tenure.age > 0 && !process.hasLagged && !write) {
      yield [`the clock of ${name} lags`, become({ hasLagged: true, tenure: { ...tenure, age: tenure.age - 1 } })]
    }
  }

  function writing(kind: Write['kind'], isLatest: boolean, from: Write['from'] = null): Write {
    return { kind, from, at: 'on its way', isLatest, age: 0 }
  }

  /** `tryToTake` of the code. */
  function read(state: State, i: number): State {
    const process = state[i]!
    const isFree = !state.some(({ isHolder }) => isHolder)
    const isAgain = process.tenure !== null && process.isHolder
    const unchanged = process.unchanged ?? 0
    const isDue = isFree || isAgain || unchanged >= LEASE
    const from = isAgain ? 'again' : isFree ? 'free' : 'lapsed'
    return replaced(state, i, {
      unchanged,
      tenure: isAgain ? process.tenure : null,
      write: isDue ? writing('take', true, from) : null,
    })
  }

  function arrive(state: State, i: number, write: Write): State {
    if (rules.expectsSequence && !write.isLatest) return replaced(state, i, { write: { ...write, at: 'refused' } })
    return replaced(store(state, i, write.kind), i, { write: { ...write, at: 'stored', isLatest: true } })
  }

  /** Revisions that others know are no longer the latest. */
  function store(state: State, i: number, kind: Write['kind']): State {
    return state.map((process, of) => ({
      ...process,
      isHolder: of === i && kind !== 'release',
      unchanged: rules.countsFromChange ? null : process.unchanged,
      tenure: process.tenure && { ...process.tenure, isLatest: false },
      write: process.write && { ...process.write, isLatest: false },
      late: rules.expectsSequence ? null : process.late,
    }))
  }

  function answer(state: State, i: number, { kind, at, from, isLatest, age: asked }: Write): State {
    const process = state[i]!
    const age = rules.countsFromBeforeAsking ? asked : 0
    const { tenure } = process
    if (kind === 'release') return replaced(state, i, { write: null, tenure: null })
    if (at === 'refused')
      return replaced(state, i, { write: null, tenure: kind === 'renew' ? readAgain(process) : tenure })
    if (kind === 'take') {
      // The record of a lapsed lease had not changed for longer than `QUIET`.
      const alone = from === 'again' ? (tenure?.alone ?? 0) : from === 'free' ? 0 : QUIET
      const gained = age < ownTicks ? { age, isLatest, alone } : null
      const gates = rules.keepsGate || from === 'again' ? 0 : Math.min(process.gates + 1, 2)
      return replaced(state, i, { write: null, tenure: gained, gates, hasLagged: false })
    }
    return replaced(state, i, { write: null, tenure: tenure && { ...tenure, age, isLatest }, hasLagged: false })
  }

  /** Its own name is there where the answer of an earlier renewal was lost. */
  function readAgain({ tenure, isHolder }: Process): Process['tenure'] {
    if (!tenure || !isHolder) return null
    return { ...tenure, isLatest: true, age: rules.ignoresLostAnswers ? tenure.age : 0 }
  }

  function tick(state: State): State {
    return state.map((process) => ({
      ...process,
      requests: [0, process.requests[0], process.requests[1]],
      tenure: process.tenure && {
        ...process.tenure,
        age: Math.min(process.tenure.age + 1, LEASE),
        alone: Math.min(process.tenure.alone + 1, QUIET),
      },
      unchanged: process.unchanged === null ? null : Math.min(process.unchanged + 1, LEASE),
      write: process.write && { ...process.write, age: Math.min(process.write.age + 1, LEASE) },
    }))
  }

  return {
    initial: new Array(count).fill(NEW),
    *steps(state) {
      yield ['time advances', tick(state)]
      for (const [i, { isDown, late }] of state.entries()) {
        if (!isDown) yield* stepsOf(state, i)
        if (late)
          yield [`the late ${late} of process ${i + 1} arrives`, replaced(store(state, i, late), i, { late: null })]
      }
    },
    broken(state) {
      if (state.filter(isHeld).length > 1) return ONE_HOLDER
      const requests = state.reduce((sum, { requests: [, arrived, before] }) => sum + arrived + before, 0)
      return requests > REQUESTS_PER_SECOND ? TWO_REQUESTS : null
    },
    key: (state) => state.map(keyOf).sort().join(''),
  }
}

const NEW: Process = {
  isDown: false,
  isHolder: false,
  tenure: null,
  unchanged: null,
  write: null,
  late: null,
  requests: [0, 0, 0],
  gates: 0,
  hasLagged: false,
}

const requestsOf = ({ requests: [sent, arrived, before] }: Process) => sent + arrived + before

function keyOf(process: Process): string {
  const { isDown, isHolder, tenure, unchanged, write, late, requests, gates, hasLagged } = process
  const flags = [isDown, isHolder, hasLagged, ...requests, gates].map(Number).join('')
  const own = tenure ? `${tenure.age}${Number(tenure.isLatest)}${tenure.alone}` : '-'
  const sending = write ? `${write.kind}${write.from}${write.at}${Number(write.isLatest)}${write.age}` : '-'
  return `${flags}${own}${unchanged ?? '-'}${sending}${late ?? '-'};`
}
