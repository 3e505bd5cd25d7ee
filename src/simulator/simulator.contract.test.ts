import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { registerContractTests } from '../testing/contract-suite/contract-suite.ts'
import { createSuiteClient } from '../testing/contract-suite/contract-suite-client.ts'
import { registerSocketRules } from '../testing/contract-suite/contract-suite-sockets.ts'
import type { Bench } from '../testing/contract-suite/contract-suite-special.ts'
import { quietUnderTest, SIMULATOR_GRANTS, simulatorUnderTest } from '../testing/simulator-under-test.ts'

registerContractTests('the simulator', simulatorUnderTest, SIMULATOR_GRANTS)

// `npm run test:contract` may meet an upstream in a quiet hour, and has no power over it.
describe('an upstream on which no report arrives', () => {
  let bench: Bench
  beforeAll(async () => {
    const server = await quietUnderTest()
    bench = { server, client: createSuiteClient(server) }
  })
  afterEach(({ task }) => {
    if (!task.name.includes('while it is listened to')) return
    expect(task.annotations.map(({ message }) => message)).toEqual(['none came in 20 s: not shown'])
  })
  afterAll(async () => {
    await bench.client.closeSockets()
    await bench.server.close()
  })

  registerSocketRules(() => bench, new Set())
})
