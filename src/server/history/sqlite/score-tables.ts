import type { DatabaseSync } from 'node:sqlite'

export type ScoreTables = ReturnType<typeof createScoreTables>

/** Reserved day for the minute up to which verification is complete. */
const VERIFIED_DAY = -1

/** Tables of archived forecasts and their scores. Writes run within a transaction. */
export function createScoreTables(db: DatabaseSync) {
  const say = db.prepare(
    'INSERT INTO forecasts (minute, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  )
  const said = db.prepare('SELECT body FROM forecasts WHERE minute >= ? AND minute < ? ORDER BY minute')
  const keep = db.prepare(
    'INSERT INTO scores (day, place, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  )
  const ofDay = db.prepare('SELECT place, body FROM scores WHERE day = ?')
  const ofPlace = db.prepare('SELECT day, body FROM scores WHERE place = ? AND day >= 0 ORDER BY day')
  const forgetSaid = db.prepare('DELETE FROM forecasts WHERE minute < ?')
  const forgetScores = db.prepare('DELETE FROM scores WHERE day >= 0 AND day < ?')

  return {
    say: (minute: number, body: Uint8Array) => void say.run(minute, body),
    said: (from: number, to: number): Uint8Array[] => said.all(from, to).map(({ body }) => body as Uint8Array),
    verifiedTo(): number | null {
      const [row] = ofDay.all(VERIFIED_DAY)
      return row ? Number(row.body) : null
    },
    keep(day: number, sums: ReadonlyMap<string, string>, verifiedTo: number): void {
      for (const [place, body] of sums) keep.run(day, place, body)
      keep.run(VERIFIED_DAY, '', String(verifiedTo))
    },
    ofDay: (day: number) => new Map(ofDay.all(day).map(({ place, body }) => [String(place), String(body)])),
    ofPlace: (place: string) => new Map(ofPlace.all(place).map(({ day, body }) => [Number(day), String(body)])),
    forget({ minute, day }: { minute: number; day: number }): void {
      forgetSaid.run(minute)
      forgetScores.run(day)
    },
  }
}
