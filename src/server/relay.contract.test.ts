import { registerContractTests } from '../testing/contract-suite.ts'
import { relayUnderTest } from '../testing/relay-under-test.ts'

registerContractTests('the relay over the simulator', relayUnderTest)
