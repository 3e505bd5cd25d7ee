/** The first index from 0 to `end` at which `isReached`, which stays true from then on; `end` if there is none. */
export function firstIndex(end: number, isReached: (index: number) => boolean): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
