import { registerContractTests } from '../testing/contract-suite.ts'
import { simulatorUnderTest } from '../testing/simulator-under-test.ts'

registerContractTests('the simulator', simulatorUnderTest, { movesClock: true })
