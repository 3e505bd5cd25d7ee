import { type Model, replaced, rulesWithout } from './explore.ts'

/**
 * The sockets to the upstream of `server/cluster/leader.ts` and `second-line.ts` behind the fence of `fenced-environment.ts`, as a model. It
 * assumes, by the model of the lease, that a role has at most one holder, whose lease lapses by its own clock before another one gains it. A
 * previous holder learns of another one later, or never if it sleeps or is partitioned.
 *
 * The upstream refuses a fourth socket of a key. The invariants: holders of roles never need more than three, and previous holders close
 * theirs.
 */
const SOCKETS_OF_ONE_KEY = 3
/** In ticks; `GRACE_MS` of the code. */
const GRACE = 2

const TWO_PROCESSES = 'the two lines are those of two processes'
const BY_ROLE = 'a process that is awake has sockets by its roles and the grace time alone'
const THREE_SOCKETS = 'the holders of the roles need at most three sockets'

/** The rules, each with the invariant that needs it. */
export const SOCKET_RULES = {
  /** A process that becomes the leader gives the second line up, and its socket becomes line A. */
  yieldsSecondLine: TWO_PROCESSES,
  /** The leader does not take the second line. */
  leaderTakesNoSecondLine: TWO_PROCESSES,
  /** Sockets are closed when another holder's name is read. */
  closesWhenTaken: BY_ROLE,
  /** Sockets are closed when the grace time is over. */
  closesAfterGrace: BY_ROLE,
  /** A day-old socket is closed before its successor is opened. */
  replacesWithoutOverlap: THREE_SOCKETS,
}

type Role = 'leader' | 'second'

/** The sockets of a role, and what its process believes of it. */
interface InRole {
  /** A number: ticks since the lease lapsed; it could not renew, and knows of no other holder. */
  belief: 'none' | 'held' | number
  sockets: number
}

interface Process {
  isDown: boolean
  /** Up to two sockets, lightning and reports. */
  leader: InRole
  /** Up to one. */
  second: InRole
  /** Its timer has run since the latest tick. */
  isAwake: boolean
  /** As the holder of a role it was refused although no previous holder had a socket. */
  isRefusedWrongly: boolean
}

type State = readonly Process[]

const SOCKETS_OF = { leader: 2, second: 1 }
const ROLES: readonly Role[] = ['leader', 'second']
const NOTHING: InRole = { belief: 'none', sockets: 0 }
const NEW: Process = { isDown: false, leader: NOTHING, second: NOTHING, isAwake: false, isRefusedWrongly: false }

const inBoth = (process: Process, change: (role: InRole) => InRole): Process => ({
  ...process,
  leader: change(process.leader),
  second: change(process.second),
})

/** `without`: a rule that is left out. */
export function createSocketModel(count: number, without?: keyof typeof SOCKET_RULES): Model<State> {
  const rules = rulesWithout(SOCKET_RULES, without)

  function gain(state: State, i: number, role: Role): State {
    const { leader, second } = state[i]!
    const gained: InRole = { ...(role === 'leader' ? leader : second), belief: 'held' }
    if (role === 'second' || !rules.yieldsSecondLine) return replaced(state, i, { [role]: gained })
    const sockets = Math.min(leader.sockets + second.sockets, SOCKETS_OF.leader)
    return replaced(state, i, { leader: { ...gained, sockets }, second: NOTHING })
  }

  /** `mayHoldSockets` of the fence. */
  function mayHoldSockets({ belief }: InRole): boolean {
    if (belief === 'none') return !rules.closesWhenTaken
    return belief === 'held' || belief <= GRACE || !rules.closesAfterGrace
  }

  /** The timer of a process closes sockets without a role. */
  function look(state: State, i: number): State {
    const close = (role: InRole) => (mayHoldSockets(role) ? role : { ...role, sockets: 0 })
    return replaced(state, i, { ...inBoth(state[i]!, close), isAwake: true })
  }

  /** `extra`: another one beside it that it does not give up first. */
  function open(state: State, i: number, role: Role, extra = 0): State {
    const own = state[i]![role]
    const openSockets = state.reduce((sum, { leader, second }) => sum + leader.sockets + second.sockets, 0)
    if (openSockets < SOCKETS_OF_ONE_KEY) {
      return extra > 0 ? state : replaced(state, i, { [role]: { ...own, sockets: own.sockets + 1 } })
    }
    const others = state.some((each) => ROLES.some((of) => each[of].sockets > 0 && each[of].belief !== 'held'))
    return replaced(state, i, { isRefusedWrongly: own.belief === 'held' && !others })
  }

  function* stepsInRole(state: State, i: number, role: Role): Iterable<[string, State]> {
    const process = state[i]!
    const own = process[role]
    const name = `process ${i + 1}`
    const isFree = state.every((each) => each[role].belief !== 'held')
    const mayTake = role === 'leader' || process.leader.belief !== 'held' || !rules.leaderTakesNoSecondLine
    const set = (to: Partial<InRole>) => replaced(state, i, { [role]: { ...own, ...to } })

    if (isFree && mayTake) yield [`${name} gains ${role}`, gain(state, i, role)]
    if (own.belief === 'held') yield [`${role} of ${name} lapses`, set({ belief: 0 })]
    if (typeof own.belief === 'number' && !isFree) {
      yield [`${name} reads who has ${role}`, look(set({ belief: 'none' }), i)]
    }
    if (own.belief !== 'none' && mayHoldSockets(own) && own.sockets < SOCKETS_OF[role]) {
      yield [`${name} opens a socket as ${role}`, open(state, i, role)]
    }
    if (own.sockets > 0) yield [`a socket of ${name} as ${role} breaks`, set({ sockets: own.sockets - 1 })]
    if (own.sockets > 0 && !rules.replacesWithoutOverlap) {
      yield [`a socket of ${name} as ${role} is a day old`, open(state, i, role, 1)]
    }
  }

  function tick(state: State): State {
    const older = (role: InRole) =>
      typeof role.belief === 'number' ? { ...role, belief: Math.min(role.belief + 1, GRACE + 1) } : role
    return state.map((each) => ({ ...inBoth(each, older), isAwake: false }))
  }

  return {
    initial: new Array(count).fill(NEW),
    *steps(state) {
      yield ['time advances', tick(state)]
      for (const [i, { isDown }] of state.entries()) {
        if (isDown) continue
        const name = `process ${i + 1}`
        yield [`${name} crashes`, replaced(state, i, { ...NEW, isDown: true })]
        yield [`the timer of ${name} runs`, look(state, i)]
        for (const role of ROLES) yield* stepsInRole(state, i, role)
      }
    },
    broken(state) {
      if (state.some((each) => each.isRefusedWrongly)) return THREE_SOCKETS
      const isBoth = ({ leader, second }: Process) => leader.belief === 'held' && second.belief === 'held'
      if (state.some(isBoth)) return TWO_PROCESSES
      return state.some(isOverdue) ? BY_ROLE : null
    },
    key: (state) => state.map(keyOf).sort().join(''),
  }
}

function isOverdue({ isAwake, leader, second }: Process): boolean {
  const isOver = ({ belief, sockets }: InRole) =>
    sockets > 0 && belief !== 'held' && (belief === 'none' || belief > GRACE)
  return isAwake && [leader, second].some(isOver)
}

function keyOf({ isDown, isAwake, isRefusedWrongly, leader, second }: Process): string {
  const roles = [leader, second].map(({ belief, sockets }) => `${belief}${sockets}`)
  return `${[isDown, isAwake, isRefusedWrongly].map(Number).join('')}${roles.join()};`
}
