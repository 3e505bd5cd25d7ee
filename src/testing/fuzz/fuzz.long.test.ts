import fc from 'fast-check'
import { fuzzMetar } from './fuzz-metar.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import { fuzzSettings } from './fuzz-settings.ts'
import { fuzzWire } from './fuzz-wire.ts'

fc.configureGlobal({ numRuns: Number(process.env.FUZZ_RUNS ?? 10_000) })

fuzzWire()
fuzzRequests()
fuzzSettings()
fuzzMetar()
