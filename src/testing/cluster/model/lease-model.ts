import type { Model } from './explore.ts'

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

/** Each rule can be left out, to see which invariant needs it. */
export interface LeaseRules {
  /** A write is stored only if its writer knows the latest revision. */
  expectsSequence: boolean
  /** The holder counts from before it asked; else from the answer. */
  countsFromBeforeAsking: boolean
  /** The holder stops a margin earlier. */
  keepsMargin: boolean
  /** Others start counting again when they see the record change. */
  countsFromChange: boolean
  /** A renewal whose answer was lost does not make the lease last longer. */
  ignoresLostAnswers: boolean
  /** The holder stops before it releases the lease. */
  stopsBeforeRelease: boolean
  /** The clock is read when a request is sent, not by a timer that may be late. */
  checksWhenAsking: boolean
  /** Requests are sent only soon after a renewal. */
  asksSoonAfterRenewal: boolean
  /** A new holder waits with its first request while requests of the previous one may count. */
  isQuietAtFirst: boolean
  /** A process has one rate gate, not one in each tenure. */
  keepsGate: boolean
}

export const ALL_LEASE_RULES: LeaseRules = {
  expectsSequence: true,
  countsFromBeforeAsking: true,
  keepsMargin: true,
  countsFromChange: true,
  ignoresLostAnswers: true,
  stopsBeforeRelease: true,
  checksWhenAsking: true,
  asksSoonAfterRenewal: true,
  isQuietAtFirst: true,
  keepsGate: true,
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
  /** Requests in transit, and those that arrived in this tick and in the one before. */
  sent: number
  arrived: number
  arrivedBefore: number
  /** Rate gates beside the first. */
  gates: number
  hasLagged: boolean
}

interface State {
  processes: readonly Process[]
}

export function createLeaseModel(processes: number, rules = ALL_LEASE_RULES): Model<State> {
  const ownTicks = rules.keepsMargin ? LEASE - MARGIN : LEASE
  const isHeld = ({ isDown, tenure }: Process) => !isDown && tenure !== null && tenure.age < ownTicks
  const mayAsk = (process: Process) =>
    process.tenure !== null &&
    (!rules.checksWhenAsking || isHeld(process)) &&
    (!rules.checksWhenAsking || !rules.asksSoonAfterRenewal || process.tenure.age < SENDS_WITHIN) &&
    (!rules.isQuietAtFirst || process.tenure.alone >= QUIET) &&
    requestsOf(process) < REQUESTS_PER_SECOND * (1 + process.gates)

  function* stepsOf(state: State, i: number): Iterable<[string, State]> {
    const process = state.processes[i]!
    const { tenure, write, late, isHolder, sent, arrived, arrivedBefore } = process
    const name = `process ${i + 1}`
    const become = (change: Partial<Process>) => withProcess(state, i, change)

    yield [`${name} crashes`, become({ ...NEW, isDown: true, isHolder, late, sent, arrived, arrivedBefore })]
    if (!write) {
      if (!isHeld(process)) yield [`${name} reads the record`, read(state, i)]
      if (tenure) {
        yield [`${name} renews`, become({ write: writing('renew', tenure.isLatest) })]
        yield [
          `${name} releases`,
          become({
            write: writing('release', tenure.isLatest),
            tenure: rules.stopsBeforeRelease ? null : tenure,
          }),
        ]
      }
    } else {
      if (write.at === 'on its way') {
        yield [`the ${write.kind} of ${name} arrives`, arrive(state, i, write)]
        yield [
          `the ${write.kind} of ${name} is late`,
          become({ write: null, late: write.isLatest ? write.kind : late }),
        ]
      } else {
        yield [`${name} has its answer`, answer(state, i, write)]
      }
      yield [`the ${write.kind} of ${name} or its answer is lost`, become({ write: null })]
    }
    if (mayAsk(process)) {
      yield [`${name} sends a request, which arrives`, become({ arrived: arrived + 1 })]
      yield [`${name} sends a request, which is in transit`, become({ sent: sent + 1 })]
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
    const process = state.processes[i]!
    const isFree = !state.processes.some(({ isHolder }) => isHolder)
    const isAgain = process.tenure !== null && process.isHolder
    const unchanged = process.unchanged ?? 0
    const isDue = isFree || isAgain || unchanged >= LEASE
    const from = isAgain ? 'again' : isFree ? 'free' : 'lapsed'
    return withProcess(state, i, {
      unchanged,
      tenure: isAgain ? process.tenure : null,
      write: isDue ? writing('take', true, from) : null,
    })
  }

  function arrive(state: State, i: number, write: Write): State {
    if (rules.expectsSequence && !write.isLatest) return withProcess(state, i, { write: { ...write, at: 'refused' } })
    return withProcess(store(state, i, write.kind), i, { write: { ...write, at: 'stored', isLatest: true } })
  }

  /** Revisions that others know are no longer the latest. */
  function store(state: State, i: number, kind: Write['kind']): State {
    return {
      ...state,
      processes: state.processes.map((process, of) => ({
        ...process,
        isHolder: of === i && kind !== 'release',
        unchanged: rules.countsFromChange ? null : process.unchanged,
        tenure: process.tenure && { ...process.tenure, isLatest: false },
        write: process.write && { ...process.write, isLatest: false },
        late: rules.expectsSequence ? null : process.late,
      })),
    }
  }

  function answer(state: State, i: number, { kind, at, from, isLatest, age: asked }: Write): State {
    const process = state.processes[i]!
    const age = rules.countsFromBeforeAsking ? asked : 0
    const { tenure } = process
    if (kind === 'release') return withProcess(state, i, { write: null, tenure: null })
    if (at === 'refused')
      return withProcess(state, i, { write: null, tenure: kind === 'renew' ? readAgain(process) : tenure })
    if (kind === 'take') {
      // The record of a lapsed lease had not changed for longer than `QUIET`.
      const alone = from === 'again' ? (tenure?.alone ?? 0) : from === 'free' ? 0 : QUIET
      const gained = age < ownTicks ? { age, isLatest, alone } : null
      const gates = rules.keepsGate || from === 'again' ? 0 : Math.min(process.gates + 1, 2)
      return withProcess(state, i, { write: null, tenure: gained, gates, hasLagged: false })
    }
    return withProcess(state, i, { write: null, tenure: tenure && { ...tenure, age, isLatest }, hasLagged: false })
  }

  /** Its own name is there where the answer of an earlier renewal was lost. */
  function readAgain({ tenure, isHolder }: Process): Process['tenure'] {
    if (!tenure || !isHolder) return null
    return { ...tenure, isLatest: true, age: rules.ignoresLostAnswers ? tenure.age : 0 }
  }

  function tick(state: State): State {
    const processes = state.processes.map((process) => ({
      ...process,
      sent: 0,
      arrived: process.sent,
      arrivedBefore: process.arrived,
      tenure: process.tenure && {
        ...process.tenure,
        age: Math.min(process.tenure.age + 1, LEASE),
        alone: Math.min(process.tenure.alone + 1, QUIET),
      },
      unchanged: process.unchanged === null ? null : Math.min(process.unchanged + 1, LEASE),
      write: process.write && { ...process.write, age: Math.min(process.write.age + 1, LEASE) },
    }))
    return { processes }
  }

  return {
    initial: { processes: Array.from({ length: processes }, () => NEW) },
    *steps(state) {
      yield ['time advances', tick(state)]
      for (const [i, { isDown, late }] of state.processes.entries()) {
        if (!isDown) yield* stepsOf(state, i)
        if (late)
          yield [`the late ${late} of process ${i + 1} arrives`, withProcess(store(state, i, late), i, { late: null })]
      }
    },
    broken(state) {
      if (state.processes.filter(isHeld).length > 1) return 'at most one process holds the lease'
      const requests = state.processes.reduce((sum, { arrived, arrivedBefore }) => sum + arrived + arrivedBefore, 0)
      if (requests > REQUESTS_PER_SECOND) return 'at most two requests in any second'
      return null
    },
    key: ({ processes: all }) => all.map(keyOf).sort().join(''),
  }
}

const NEW: Process = {
  isDown: false,
  isHolder: false,
  tenure: null,
  unchanged: null,
  write: null,
  late: null,
  sent: 0,
  arrived: 0,
  arrivedBefore: 0,
  gates: 0,
  hasLagged: false,
}

function withProcess(state: State, i: number, change: Partial<Process>): State {
  return { ...state, processes: state.processes.map((process, of) => (of === i ? { ...process, ...change } : process)) }
}

const requestsOf = ({ sent, arrived, arrivedBefore }: Process) => sent + arrived + arrivedBefore

function keyOf(process: Process): string {
  const { isDown, isHolder, tenure, unchanged, write, late, sent, arrived, arrivedBefore, gates, hasLagged } = process
  const flags = [isDown, isHolder, hasLagged, sent, arrived, arrivedBefore, gates].map(Number).join('')
  const own = tenure ? `${tenure.age}${Number(tenure.isLatest)}${tenure.alone}` : '-'
  const sending = write ? `${write.kind}${write.from}${write.at}${Number(write.isLatest)}${write.age}` : '-'
  return `${flags}${own}${unchanged ?? '-'}${sending}${late ?? '-'};`
}
