import { setTimeout as wait } from 'node:timers/promises'
import { registerContractTests } from './contract-suite.ts'
import type { Grant, ServerUnderTest } from './contract-suite-client.ts'
import { EXTERNAL_TARGET_VARIABLE, type ExternalTarget } from './external-target.ts'

/** Permissions on our own application; a third-party server grants none. */
const OWN_GRANTS: readonly Grant[] = ['ownApplication', 'upstreamLimits']

function read(): ExternalTarget {
  const text = process.env[EXTERNAL_TARGET_VARIABLE]
  if (!text) throw new Error('Run this by: npm run test:contract -- --help')
  return JSON.parse(text)
}

const { icaos, stationId, ownApplication, ...address } = read()

/** A third-party server, in real time. */
async function externalServer(): Promise<ServerUnderTest> {
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
    powers: {},
    async close() {},
  }
}

registerContractTests('the server at the given addresses', externalServer, ownApplication ? OWN_GRANTS : [])
