import type { ScoreStore } from '../score-store.ts'
import type { Storage } from './storage.ts'

/** Archived forecasts and their scores, in the file of the history. */
export function createSqliteScoreStore(storage: Pick<Storage, 'transact' | 'read'>): ScoreStore {
  return {
    async say(minute, body) {
      storage.transact('forecasts', ({ scores }) => scores.say(minute, body))
    },
    said: async (fromMinute, toMinute) => storage.read(({ scores }) => scores.said(fromMinute, toMinute)),
    verifiedTo: async () => storage.read(({ scores }) => scores.verifiedTo()),
    keep: async (day, sums, verifiedTo) =>
      storage.transact('forecasts', ({ scores }) => scores.keep(day, sums, verifiedTo)),
    ofDay: async (day) => storage.read(({ scores }) => scores.ofDay(day)),
    ofPlace: async (place) => storage.read(({ scores }) => scores.ofPlace(place)),
    async forget(before) {
      storage.transact('forecasts', ({ scores }) => scores.forget(before))
    },
  }
}
