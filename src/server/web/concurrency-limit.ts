/**
 * A slot of the limit: occupied until `leave`, or refused because of this caller's own share (`isOwn`) or the total.
 */
export interface Place {
  isFree: boolean
  isOwn: boolean
  leave(): void
}

/** Limits concurrent use per caller and in total, in any unit; `''` is the server itself. */
export function createConcurrencyLimit(most: { each: number; all: number }): {
  enter(asker: string, size?: number): Place
} {
  const taken = new Map<string, number>()
  let all = 0

  return {
    enter(asker, size = 1) {
      const own = taken.get(asker) ?? 0
      const isOwn = asker !== '' && own + size > most.each
      if (isOwn || all + size > most.all) return { isFree: false, isOwn, leave() {} }
      taken.set(asker, own + size)
      all += size
      return {
        isFree: true,
        isOwn: false,
        leave() {
          all -= size
          const left = taken.get(asker)! - size
          if (left > 0) taken.set(asker, left)
          else taken.delete(asker)
        },
      }
    },
  }
}
