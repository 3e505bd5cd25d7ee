import { registerHeldFiresSuite } from '../../../testing/engines/held-fires-suite.ts'
import { createLocalHeldFires } from './local-held-fires.ts'

registerHeldFiresSuite('in the memory of one process', createLocalHeldFires)
