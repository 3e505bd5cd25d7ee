import type { Member } from './cluster-kit.ts'
import type { NatsServer } from './nats-server.ts'
import type { Way } from './way.ts'

/** A fault of processes or servers. */
export interface ClusterFault {
  name: string
  begin(): void
  /** Resolves once all are running. */
  undo(): Promise<void>
}

type Kind = 'killed' | 'stopped' | 'partitioned'
export const KINDS: readonly Kind[] = ['killed', 'stopped', 'partitioned']
/** `isolated`: the other servers do not reach it; its clients do. */
type NatsKind = Kind | 'isolated'
export const NATS_KINDS: readonly NatsKind[] = [...KINDS, 'isolated']

type Servers = readonly NatsServer[]

/** Several at once. */
export function together(name: string, faults: readonly Pick<ClusterFault, 'begin' | 'undo'>[]): ClusterFault {
  return {
    name,
    begin: () => faults.forEach((fault) => void fault.begin()),
    undo: async () => void (await Promise.all(faults.map((fault) => fault.undo()))),
  }
}

/** A NATS server that is killed, suspended, or partitioned from the other servers and from Brontide. */
export function natsFault(nats: Servers, members: readonly Member[], i: number, kind: NatsKind): ClusterFault {
  const server = nats[i]!
  const ways = members.map((member) => member.ways[i]!)
  const name = `NATS server ${i} ${kind}`
  if (kind === 'partitioned') return cut(name, [...server.routes, ...ways])
  if (kind === 'isolated') return cut(name, server.routes)
  if (kind === 'stopped') return sleep(name, server)
  return { name, begin: () => server.kill('SIGKILL'), undo: server.start }
}

/** All NATS servers at once. */
export function engineFault(nats: Servers, members: readonly Member[], kind: Kind): ClusterFault {
  const faults = nats.map((_, i) => natsFault(nats, members, i, kind))
  return together(`all NATS servers ${kind}`, faults)
}

/** A Brontide that dies, sleeps, or that reaches no NATS server while it still reaches the upstream. */
export function memberFault(members: Member[], i: number, kind: Kind, onBack?: (back: Member) => void): ClusterFault {
  const member = members[i]!
  const name = `Brontide ${i} ${kind}`
  if (kind === 'partitioned') return cut(name, member.ways)
  if (kind === 'stopped') return sleep(name, member)
  return {
    name,
    begin: () => member.kill('SIGKILL'),
    async undo() {
      await member.ended
      members[i] = member.again()
      onBack?.(members[i])
      await members[i].ready
    },
  }
}

function sleep(name: string, process: Pick<Member, 'kill'>): ClusterFault {
  return { name, begin: () => process.kill('SIGSTOP'), undo: async () => process.kill('SIGCONT') }
}

function cut(name: string, ways: readonly Pick<Way, 'cut' | 'mend'>[]): ClusterFault {
  const cuts = ways.map((way) => ({ begin: way.cut, undo: async () => way.mend() }))
  return together(name, cuts)
}
