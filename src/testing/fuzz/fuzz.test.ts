import { fuzzHistory } from './fuzz-history.ts'
import { fuzzMetar } from './fuzz-metar.ts'
import { fuzzPage } from './fuzz-page.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import { fuzzSettings } from './fuzz-settings.ts'
import { fuzzUpstream } from './fuzz-upstream.ts'
import { fuzzWire } from './fuzz-wire.ts'

fuzzHistory()
fuzzMetar()
fuzzPage()
fuzzRequests()
fuzzSettings()
fuzzUpstream()
fuzzWire()
