import { LRUCache } from 'lru-cache'
import { parseJsonExact, stringifyJsonExact } from '../../../contract/json-exact.ts'
import type { Notes } from '../../history/notes.ts'
import type { AnswerStore, HeldAnswer } from './answer-store.ts'

const ENTRIES_MAX = 4_000
/** Characters of JSON; parsed values take several times as much memory. Larger entries are not cached. */
const TEXT_MAX = { all: 32 * 1024 * 1024, each: 4 * 1024 * 1024 }
/** Prefix of note names of persisted responses. The only one is the list of airports. */
const NOTE = 'answer '

/** Response cache in the memory of this process; `keep` entries are also stored as notes. */
export function createLocalAnswerStore(notes: Notes): AnswerStore {
  const held = new LRUCache<string, HeldAnswer>({
    max: ENTRIES_MAX,
    maxSize: TEXT_MAX.all,
    maxEntrySize: TEXT_MAX.each,
    sizeCalculation: ({ body }) => Math.max(1, stringifyJsonExact(body)?.length ?? 0),
  })

  return {
    async get(question) {
      const known = held.get(question)
      if (known) return known
      const text = await notes.get(NOTE + question)
      if (text === null) return null
      const noted = parseJsonExact(text) as HeldAnswer
      if (!held.has(question)) held.set(question, noted) // a newer one may have arrived meanwhile
      return held.get(question) ?? noted
    },
    async put(question, answer, { keep = false } = {}) {
      held.set(question, answer)
      if (!keep) return
      await notes.set(NOTE + question, stringifyJsonExact(answer))
      // Earlier versions stored a note per search keyword.
      await notes.trim(NOTE, NOTE + question)
    },
    count: async () => held.size,
  }
}
