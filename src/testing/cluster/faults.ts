import type { Member, TestCluster } from './cluster-kit.ts'
import type { NatsServer } from './nats-server.ts'

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

/** A NATS server that is killed, suspended, or partitioned from the other servers and from Brontide. */
export function natsFault(
  cluster: Pick<TestCluster, 'nats'>,
  members: readonly Member[],
  i: number,
  kind: NatsKind,
): ClusterFault {
  const server: NatsServer = cluster.nats[i]!
  const ways = [...server.routes, ...members.map((member) => member.ways[i]!)]
  const name = `NATS server ${i} ${kind}`
  if (kind === 'partitioned') return waysFault(name, ways)
  if (kind === 'isolated') return waysFault(name, server.routes)
  if (kind === 'stopped') return sleep(name, server)
  return { name, begin: () => server.kill('SIGKILL'), undo: () => server.start() }
}

/** All NATS servers at once. */
export function engineFault(cluster: Pick<TestCluster, 'nats'>, members: readonly Member[], kind: Kind): ClusterFault {
  const faults = cluster.nats.map((_server, i) => natsFault(cluster, members, i, kind))
  return {
    name: `all NATS servers ${kind}`,
    begin: () => faults.forEach((fault) => void fault.begin()),
    undo: async () => void (await Promise.all(faults.map((fault) => fault.undo()))),
  }
}

/** A Brontide that dies, sleeps, or that reaches no NATS server while it still reaches the upstream. */
export function memberFault(
  members: Member[],
  i: number,
  kind: Kind,
  comesBack: (member: Member) => void,
): ClusterFault {
  const member = members[i]!
  const name = `Brontide ${i} ${kind}`
  if (kind === 'partitioned') return waysFault(name, member.ways)
  if (kind === 'stopped') return sleep(name, member)
  return {
    name,
    begin: () => member.kill('SIGKILL'),
    async undo() {
      await member.ended
      members[i] = member.again()
      comesBack(members[i])
      await members[i].ready
    },
  }
}

function sleep(name: string, process: { kill(signal: NodeJS.Signals): void }): ClusterFault {
  return { name, begin: () => process.kill('SIGSTOP'), undo: async () => process.kill('SIGCONT') }
}

function waysFault(name: string, ways: readonly { cut(): void; mend(): void }[]): ClusterFault {
  return {
    name,
    begin: () => ways.forEach((way) => void way.cut()),
    undo: async () => ways.forEach((way) => void way.mend()),
  }
}
