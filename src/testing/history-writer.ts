import { writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { createSqliteHistory } from '../server/history/sqlite/sqlite-history.ts'
import { createFakeClock } from './fakes/fake-clock.ts'
import { strikesOfSecond, WRITER_HOURS } from './history-writer-world.ts'

/** `node history-writer.ts FILE FIRST`: stores seconds as fast as possible, and prints each stored one. */

const [file = '', first = '0'] = process.argv.slice(2)
const startS = Number(first)
const clock = createFakeClock(startS * 1_000)
const history = createSqliteHistory({
  dir: dirname(file),
  name: basename(file),
  hours: WRITER_HOURS,
  clock,
  log: pino({ level: 'silent' }),
})
for (let second = startS; ; second++) {
  await clock.advance(1_000)
  await history.write(
    { kind: 'observed', feed: 'lightning', fromMs: second * 1_000, toMs: (second + 1) * 1_000 },
    { kind: 'strikes', records: strikesOfSecond(second) },
  )
  writeSync(1, `${second}\n`)
  await setImmediate() // yields to concurrent work
}
