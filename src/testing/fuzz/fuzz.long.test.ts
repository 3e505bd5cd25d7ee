import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeMetar } from '../../core/metar/metar.ts'
import { explainMetar } from '../../core/metar/metar-explain.ts'
import { fuzzBudgets } from './fuzz-budgets.ts'
import { fuzzHistory } from './fuzz-history.ts'
import { anyReport, fuzzMetar, KNOWN_REPORTS } from './fuzz-metar.ts'
import { fuzzPage } from './fuzz-page.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import { fuzzSettings } from './fuzz-settings.ts'
import { fuzzUpstream } from './fuzz-upstream.ts'
import { fuzzWire } from './fuzz-wire.ts'

// The same facts as in `fuzz.test.ts`, of many more texts.
fc.configureGlobal({ numRuns: Number(process.env.FUZZ_RUNS ?? 20_000) })

fuzzBudgets()
fuzzHistory()
fuzzMetar()
fuzzPage()
fuzzRequests()
fuzzSettings()
fuzzUpstream()
fuzzWire()

/** Maximum CPU time per text, ms. */
const TURN_MAX_MS = 250

it('a report of any text, however long, never blocks the event loop', () => {
  const piece = fc.oneof(fc.constantFrom('1 ', '=', '/', 'R01/', ...KNOWN_REPORTS), fc.string({ maxLength: 3 }))
  const long = fc
    .tuple(piece, piece, fc.integer({ min: 1, max: 50_000 }))
    .map(([before, again, length]) => before + again.repeat(Math.ceil(length / Math.max(1, again.length))))
  fc.assert(
    fc.property(fc.oneof(long, anyReport), (text) => {
      const before = process.threadCpuUsage()
      decodeMetar(text)
      explainMetar(text)
      const { user, system } = process.threadCpuUsage(before)
      expect((user + system) / 1_000, text.slice(0, 100)).toBeLessThan(TURN_MAX_MS)
    }),
  )
})
