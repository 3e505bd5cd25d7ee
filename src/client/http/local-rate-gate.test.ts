import { registerRateGateSuite } from '../../testing/engines/rate-gate-suite.ts'
import { createLocalRateGate } from './local-rate-gate.ts'

registerRateGateSuite('of one process', (clock) => createLocalRateGate({ clock }))
