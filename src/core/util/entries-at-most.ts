/**
 * Options of an LRU cache of at most so many entries. Unlike with `max`, nothing is allocated for entries that are not
 * there: 10,000 of them take 2 ms and 300 kB, for each cache of each server.
 */
export const entriesAtMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
