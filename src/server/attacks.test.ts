import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { type AttackName, addressOf, isFull, worked } from '../testing/attacks/attacks.ts'
import { setStage, WITNESS_KEY } from '../testing/attacks/stage.ts'
import { ask, note } from '../testing/attacks/target.ts'
import { callWitness } from '../testing/attacks/witness.ts'
import { peakMemory, temporaryRoot } from '../testing/server-process.ts'
import { NEWCOMERS_MAX } from './http/connection-limits.ts'
import { IN_FLIGHT_LIMITS } from './http/in-flight.ts'
import { STREAMS_MAX } from './watch/alarm-stream.ts'

/**
 * A stranger's attacks on a server process, over real sockets; `npm run test:attack` works all of them at full size and
 * measures. Here each is long enough to go beyond its limit.
 */

const MEBIBYTE = 1024 * 1024
/** What the pipelined answers alone would be, if they were held. */
const ASSET_BYTES = 2 * MEBIBYTE
const MEMORY_MAX_BYTES = 600 * MEBIBYTE
const SIZES: Record<AttackName, number> = {
  pipelined: 1_000,
  uncompressed: 150,
  replays: 150,
  codes: 10,
  points: 8,
  keywords: 60,
  idle: NEWCOMERS_MAX + 500,
  heads: 30,
  history: 10,
  parts: 4,
  bodies: 90,
  halfBodies: 700,
  halfClosed: 200,
  ownRules: 20,
  streams: STREAMS_MAX.ofAddress + 50,
  sheets: 40,
  reports: 10,
}

async function setUp() {
  const root = temporaryRoot({ 'index.html': Buffer.from('<title>'), 'assets/large.js': randomBytes(ASSET_BYTES) })
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const stage = await setStage({ root, strikesPerSecond: 60, historyHours: 0.25 })
  onTestFinished(stage.close)
  const viewer = { port: stage.port, from: '127.0.0.9', asset: '/assets/large.js' }
  const witness = await callWitness(viewer, stage.upstreamPort, WITNESS_KEY)
  onTestFinished(witness.close)
  return { stage, viewer, witness }
}

// A Linux tells the memory of a process, and has the addresses that the attacks come from.
it.skipIf(process.platform !== 'linux')(
  'bounds what strangers can have, and its viewers lose nothing meanwhile',
  async () => {
    const { stage, viewer, witness } = await setUp()
    const answers: Record<string, Record<string, number>> = {}
    for (const [name, size] of Object.entries(SIZES) as [AttackName, number][]) {
      const { attack, refusedBy } = worked(name)
      const from = { ...viewer, from: addressOf(name) }
      const held = await attack(from, size)
      const { status } = await ask(viewer, '/healthz')
      const noted = await note(viewer)
      expect([name, status, noted]).toEqual([name, 200, 201])
      answers[name] = Object.fromEntries(held.tally)
      if (refusedBy === undefined) held.stop()
      else {
        expect([name, answers[name]]).toEqual([name, expect.objectContaining({ [refusedBy]: expect.any(Number) })])
        expect([name, 'others', await isFull(name, viewer)]).toEqual([name, 'others', false])
        held.stop()
        await expect.poll(() => isFull(name, from)).toBe(false)
      }
    }
    // Codes that are none end the socket, and heads that are too large are refused. (How many requests are beyond the
    // rate of an address depends on how fast this machine asks.)
    expect(answers.codes).toHaveProperty('1008')
    expect(answers.heads).toHaveProperty('431')
    // Half of the messages came in parts, half in pieces of one; on a busy machine they take too long besides.
    expect(Object.keys(answers.parts ?? {})).toEqual(expect.arrayContaining([expect.stringMatching(/^1008/)]))
    // The list of airports was asked for once.
    expect(answers.keywords).toHaveProperty('200')
    expect(stage.bombsSent()).toBeGreaterThan(0)

    const refused = (await ask(viewer, '/metrics')).text
    expect(refused).toMatch(/brontide_refusals_total\{why="unread_answers"\} [1-9]/)
    const { strikes, lost, doubled } = await witness.testify()
    expect(strikes).toBeGreaterThan(0)
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
    expect(peakMemory(stage.pid)).toBeLessThan(MEMORY_MAX_BYTES)
    expect(ASSET_BYTES * SIZES.pipelined).toBeGreaterThan(2 * IN_FLIGHT_LIMITS.bytesInAll)
  },
)
