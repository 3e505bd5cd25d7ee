import { fuzzMetar } from './fuzz-metar.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import { fuzzSettings } from './fuzz-settings.ts'
import { fuzzWire } from './fuzz-wire.ts'

fuzzWire()
fuzzRequests()
fuzzSettings()
fuzzMetar()
