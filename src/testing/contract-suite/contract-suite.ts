import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerAgeRules } from './contract-suite-age.ts'
import { createSuiteClient, type Grant, type ServerUnderTest } from './contract-suite-client.ts'
import { registerSocketRules } from './contract-suite-sockets.ts'
import { type Bench, registerSpecialRules } from './contract-suite-special.ts'
import { registerStandardRules } from './contract-suite-standard.ts'

/** Requests to a live upstream respect its rate, and its batches are a second apart. */
const TIMEOUT_MS = 60_000

/**
 * The rules of both documents, registered once for each server of the contract. Each names its section: DL for the
 * dedicated-line service, SS for the standard service. Rules whose permissions are missing are not registered.
 */
export function registerContractTests(
  name: string,
  start: () => Promise<ServerUnderTest>,
  granted: readonly Grant[],
): void {
  const grants = new Set(granted)
  describe(name, { timeout: TIMEOUT_MS }, () => {
    let bench: Bench | undefined
    const given = () => {
      if (!bench) throw new Error('The server under test has not started.')
      return bench
    }

    beforeAll(async () => {
      const server = await start()
      bench = { server, client: createSuiteClient(server) }
    }, TIMEOUT_MS)
    afterAll(async () => {
      await bench?.client.closeSockets()
      await bench?.server.close()
    })

    registerSpecialRules(given, grants)
    registerStandardRules(given, grants)
    registerSocketRules(given, grants)
    if (grants.has('movesClock')) registerAgeRules(given)
    // A third-party server may deviate in optional parts.
    if (grants.has('ownApplication')) {
      it('all responses and messages match /api/openapi.json and /api/asyncapi.json', () => {
        const { count, faults } = given().client.held
        expect(count).toBeGreaterThan(50)
        expect([...new Set(faults)]).toEqual([])
      })
    }
  })
}
