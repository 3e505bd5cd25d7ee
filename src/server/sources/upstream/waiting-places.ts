/** A place to wait in: taken until `leave`, or none, for the asker has too many (`isOwn`) or everybody together has. */
export interface Place {
  isFree: boolean
  isOwn: boolean
  leave(): void
}

/** Bounds how many wait at a time, of each asker and in all; `''` stands for the server itself. */
export function createWaitingPlaces(most: { each: number; all: number }): { enter(asker: string): Place } {
  const taken = new Map<string, number>()
  let all = 0

  return {
    enter(asker) {
      const own = taken.get(asker) ?? 0
      const isOwn = asker !== '' && own >= most.each
      if (isOwn || all >= most.all) return { isFree: false, isOwn, leave() {} }
      taken.set(asker, own + 1)
      all++
      return {
        isFree: true,
        isOwn: false,
        leave() {
          all--
          const left = taken.get(asker)! - 1
          if (left > 0) taken.set(asker, left)
          else taken.delete(asker)
        },
      }
    },
  }
}
