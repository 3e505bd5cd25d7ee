import { setTimeout as wait } from 'node:timers/promises'
import { registerContractTests } from './contract-suite.ts'
import type { ServerUnderTest } from './contract-suite-client.ts'
import { EXTERNAL_TARGET_VARIABLE, type ExternalTarget } from './external-target.ts'

function read(): ExternalTarget {
  const text = process.env[EXTERNAL_TARGET_VARIABLE]
  if (!text) throw new Error('Run this by: npm run test:contract -- --help')
  return JSON.parse(text)
}

/** Somebody else's server: time passes as it does, and only `ownApplication` grants more than asking politely. */
async function externalServer(): Promise<ServerUnderTest> {
  const { icaos, stationId, ownApplication, ...address } = read()
  return {
    ...address,
    nowMs: () => Date.now(),
    pass: (ms) => wait(ms),
    during: (promise) => promise,
    samples: {
      icaos,
      stationId,
      point: { lat: 31.14, lon: 121.8 },
      box: { west: 110, south: 23, east: 115, north: 28 },
    },
    powers: ownApplication ? { ownApplication: true, upstreamLimits: true } : {},
    async close() {},
  }
}

registerContractTests('the server at the given addresses', externalServer)
