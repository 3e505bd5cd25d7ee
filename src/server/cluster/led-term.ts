import { beginTerm, type Term, type TermDeps } from './leadership.ts'
import type { Gained, Lease } from './lease/lease.ts'
import type { createOwnSource, OwnSource } from './own-source.ts'
import type { Early } from './spare/early.ts'
import type { WatchLeading } from './watch/open-cluster-watch.ts'

/** A term of this process, which it may begin before it has the lease. */
export interface LedTerm extends Term {
  /** The lease is had, for the first time or again: what is for one alone begins. */
  gained(how: Gained): void
}

/** Begins terms, of which the latest alone does anything, though the lease is held again. */
export function createTerms(
  deps: Omit<TermDeps, 'isHeld' | 'onFenced' | 'openOwn' | 'isSimulated' | 'before'> & {
    own: ReturnType<typeof createOwnSource>
    lease(): Pick<Lease, 'isHeld' | 'mayAsk' | 'drop'>
    early: Pick<Early, 'isOn' | 'end'>
    watch: Pick<WatchLeading, 'begin'>
    /** Answers what others ask, until what it answers is called. */
    answerOthers(): () => void
    /** What this process led before is over. */
    over(): Promise<void>
  },
): () => LedTerm {
  const { own, lease, early, watch, answerOthers, over } = deps
  let times = 0

  return () => {
    const time = ++times
    let [opened, how]: [OwnSource | null, Gained | null] = [null, null]
    let stopAnswering: (() => void) | null = null
    const isMine = () => time === times
    const hasLease = () => isMine() && lease().isHeld()
    const isHeld = () => hasLease() || (isMine() && early.isOn())
    const may = { hasLease, mayAsk: () => isMine() && lease().mayAsk(), isOver: () => !isHeld() }

    function drop(why: string): void {
      if (!isMine()) return
      early.end()
      lease().drop(why)
    }

    const term = beginTerm({
      ...{ ...deps, isHeld, before: over(), isSimulated: own.isSimulated },
      onFenced: () => drop('another process writes the log'),
      async openOwn() {
        opened = await own.open(may)
        if (how) opened.gained(how)
        return opened.source
      },
    })
    return {
      ...term,
      end() {
        stopAnswering?.()
        return term.end()
      },
      gained(gained) {
        if (!how) opened?.gained(gained)
        how ??= gained
        stopAnswering ??= answerOthers()
        void over().then(() => watch.begin(hasLease, drop))
      },
    }
  }
}
