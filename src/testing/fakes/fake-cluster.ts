import type { Cluster } from '../../server/cluster/cluster.ts'
import { NOWHERE } from '../../server/web/usage-exchange.ts'

/** A cluster as seen by its leader, without other processes. */
export function fakeCluster(over: Partial<Cluster> = {}): Cluster {
  const unused = () => {
    throw new Error('no watch is shared here')
  }
  return {
    leads: () => true,
    readNumber: () => 1,
    handOver: async () => {},
    onCutOff: () => () => {},
    sendsAway: () => false,
    mayKnowLess: () => false,
    channel: () => ({ say() {}, on: () => () => {} }),
    use: { done: () => ({ note() {}, elsewhere: () => NOWHERE }), held: () => ({ elsewhere: () => NOWHERE }) },
    watch: {
      store: null as never,
      setTerms: unused,
      isOpen: () => false,
      isFull: () => false,
      ask: unused,
      answerBy: () => {},
    },
    ...over,
  }
}
