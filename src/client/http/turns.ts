/** A fair queue: callers take turns, each with its oldest entry. */
export class Turns<Entry> {
  /** By asker, next turn first. */
  readonly #byAsker = new Map<string, Entry[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(asker: string, entry: Entry): void {
    const entries = this.#byAsker.get(asker)
    if (entries) entries.push(entry)
    else this.#byAsker.set(asker, [entry])
    this.#size++
  }

  /** Removes the next entry; its asker moves to the end. Throws if empty. */
  shift(): Entry {
    const first = this.#byAsker.entries().next().value
    if (!first) throw new Error('Nobody waits.')
    const [asker, entries] = first
    const entry = entries.shift()!
    this.#byAsker.delete(asker)
    if (entries.length > 0) this.#byAsker.set(asker, entries)
    this.#size--
    return entry
  }

  remove(asker: string, entry: Entry): void {
    const entries = this.#byAsker.get(asker) ?? []
    const at = entries.indexOf(entry)
    if (at < 0) return
    entries.splice(at, 1)
    if (entries.length === 0) this.#byAsker.delete(asker)
    this.#size--
  }

  /** The oldest entries of each asker. */
  *heads(): Generator<Entry, void, void> {
    for (const entries of this.#byAsker.values()) yield entries[0]!
  }
}
