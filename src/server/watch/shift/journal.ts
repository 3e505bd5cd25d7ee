import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { formatUtc } from '../../../contract/time.ts'
import type { JournalEntry } from '../../../contract/watch/journal.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { WatchStore } from '../../history/watch-store.ts'

/** A journal entry with the current time. */
export function entryOf(
  kind: JournalEntry['kind'],
  of: Pick<JournalEntry, 'by' | 'subject'> & Partial<JournalEntry>,
  nowMs: number,
): JournalEntry {
  return { text: '', ...of, at: formatUtc(Math.floor(nowMs)), kind }
}

const FILE = 'file/'

/** Records changes of settings files in the journal, including those made while the server was stopped. */
export function noteFileChanges(deps: {
  files: readonly { name: string; path: string | null }[]
  store: Pick<WatchStore, 'states' | 'write'>
  clock: Clock
  readText?: (path: string) => Promise<string>
}): () => void {
  const { files, store, clock, readText = (path) => readFile(path, 'utf8') } = deps

  async function look(): Promise<void> {
    const known = await store.states(FILE)
    for (const { name, path } of files) {
      if (path === null) continue
      const text = await readText(path).catch(() => null)
      if (text === null) continue
      const sum = createHash('sha256').update(text).digest('hex')
      const before = known.get(name)
      if (sum === before) continue
      const journal = before === undefined ? [] : [entryOf('file', { by: null, subject: name }, clock.now())]
      await store.write({ states: [[FILE + name, sum]], journal })
    }
  }

  const again = () => void look().catch(() => {})
  again()
  return clock.every(MINUTE_MS, again)
}
