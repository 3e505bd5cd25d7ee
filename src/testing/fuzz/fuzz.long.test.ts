import fc from 'fast-check'
import { fuzzHistory } from './fuzz-history.ts'
import { fuzzMetar, fuzzMetarTurns } from './fuzz-metar.ts'
import { fuzzPage } from './fuzz-page.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import { fuzzSettings } from './fuzz-settings.ts'
import { fuzzUpstream } from './fuzz-upstream.ts'
import { fuzzWire } from './fuzz-wire.ts'

// The same facts as in `fuzz.test.ts`, of many more texts.
fc.configureGlobal({ numRuns: Number(process.env.FUZZ_RUNS ?? 2_000) })

fuzzHistory()
fuzzMetar()
fuzzMetarTurns()
fuzzPage()
fuzzRequests()
fuzzSettings()
fuzzUpstream()
fuzzWire()
