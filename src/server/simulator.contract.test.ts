import { registerContractTests } from '../testing/contract-suite/contract-suite.ts'
import { SIMULATOR_GRANTS, simulatorUnderTest } from '../testing/simulator-under-test.ts'

registerContractTests('the simulator', simulatorUnderTest, SIMULATOR_GRANTS)
