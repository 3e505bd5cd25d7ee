import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { ATTACK_NAMES, type AttackName, addressOf, BY_ANYBODY, isFull, worked } from '../testing/attacks/attacks.ts'
import { DONE, doDuty, note } from '../testing/attacks/duty.ts'
import { attackerOf, WITNESS } from '../testing/attacks/people.ts'
import { type Access, setStage, WITNESS_KEY } from '../testing/attacks/stage.ts'
import { ask, signIn, type Target } from '../testing/attacks/target.ts'
import { callWitness } from '../testing/attacks/witness.ts'
import { peakMemory, temporaryRoot } from '../testing/server-process.ts'
import { NEWCOMERS_MAX } from './http/connection-limits.ts'
import { STREAMS_MAX } from './watch/alarm-stream.ts'
import { SUBSCRIPTIONS_EACH_MAX } from './watch/push/subscriptions.ts'
import { IN_FLIGHT_LIMITS } from './web/in-flight.ts'

/**
 * Attacks on a server process over real sockets; `npm run test:attack` runs all of them at full size and measures. Here
 * each is just long enough to exceed its limit.
 */

const MEBIBYTE = 1024 * 1024
/** Total size of the pipelined responses, if the server buffered them. */
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
  longReports: 10,
  halfBodies: 700,
  halfClosed: 200,
  privateLevels: 20,
  streams: STREAMS_MAX.ofAddress + 50,
  namedStreams: STREAMS_MAX.ofName + 10,
  walls: 20,
  silentPushes: SUBSCRIPTIONS_EACH_MAX + 2,
  sheets: 40,
  reports: 10,
}

const ASSET = '/assets/large.js'

async function setUp(access: Access, names: readonly AttackName[]) {
  const root = temporaryRoot({ 'index.html': Buffer.from('<title>'), [ASSET.slice(1)]: randomBytes(ASSET_BYTES) })
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const stage = await setStage({
    root,
    access,
    asset: ASSET,
    strikesPerSecond: 60,
    historyHours: 0.25,
    names: [WITNESS, ...names.map(attackerOf)],
  })
  onTestFinished(stage.close)
  const viewer = access === 'open' ? stage.viewer : await signIn(stage.viewer, WITNESS)
  const witness = await callWitness(viewer, stage.upstreamPort, WITNESS_KEY)
  onTestFinished(witness.close)
  return { stage, viewer, witness }
}

/** Runs one attack beyond its limit, and returns the responses. */
async function attackWith(name: AttackName, of: { viewer: Target; attacker: Target; meanwhile(): Promise<void> }) {
  const { viewer, attacker, meanwhile } = of
  const { attack, refusedBy } = worked(name)
  const held = await attack(attacker, SIZES[name])
  expect([name, (await ask(viewer, '/healthz')).status]).toEqual([name, 200])
  await meanwhile()
  const answers = Object.fromEntries(held.tally)
  if (refusedBy !== undefined) {
    expect([name, answers]).toEqual([name, expect.objectContaining({ [refusedBy]: expect.any(Number) })])
    expect([name, 'others', await isFull(name, viewer)]).toEqual([name, 'others', false])
  }
  held.stop()
  if (refusedBy !== undefined) await expect.poll(() => isFull(name, attacker)).toBe(false)
  return answers
}

async function expectNothingLost({ stage, witness }: Pick<Awaited<ReturnType<typeof setUp>>, 'stage' | 'witness'>) {
  const { strikes, lost, doubled } = await witness.testify()
  expect(strikes).toBeGreaterThan(0)
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
  expect(peakMemory(stage.pid)).toBeLessThan(MEMORY_MAX_BYTES)
}

// Linux only: memory of a process, and loopback addresses for attackers.
const isLinux = process.platform === 'linux'

it.skipIf(!isLinux)('limits anonymous clients, and its viewers lose nothing meanwhile', async () => {
  const { stage, viewer, witness } = await setUp('open', [])
  const answers: Partial<Record<AttackName, Record<string, number>>> = {}
  for (const name of BY_ANYBODY) {
    const meanwhile = async () => expect([name, await note(viewer)]).toEqual([name, 201])
    answers[name] = await attackWith(name, { viewer, attacker: { ...viewer, from: addressOf(name) }, meanwhile })
  }
  // Invalid close codes end the socket, and oversized request heads are rejected. (How many requests exceed the rate of
  // an address depends on the speed of this machine.)
  expect(answers.codes).toHaveProperty('1008')
  expect(answers.heads).toHaveProperty('431')
  // Half of the messages were fragmented, half sent bytewise; on a busy machine they also time out.
  expect(Object.keys(answers.parts ?? {})).toEqual(expect.arrayContaining([expect.stringMatching(/^1008/)]))
  // The list of airports was requested once.
  expect(answers.keywords).toHaveProperty('200')
  expect(stage.bombsSent()).toBeGreaterThan(0)
  expect(stage.longReportsSent()).toBeGreaterThan(0)

  const refused = (await ask(viewer, '/metrics')).text
  expect(refused).toMatch(/brontide_refusals_total\{why="unread_answers"\} [1-9]/)
  await expectNothingLost({ stage, witness })
  expect(ASSET_BYTES * SIZES.pipelined).toBeGreaterThan(2 * IN_FLIGHT_LIMITS.bytesInAll)
})

it.skipIf(!isLinux)('does not affect users on duty during attacks by signed-in users', async () => {
  const signedIn = ATTACK_NAMES.filter((name) => worked(name).needsSignIn)
  const names = [...signedIn, 'bodies', 'halfBodies', 'privateLevels'] as const
  const { stage, viewer, witness } = await setUp('password', names)
  const answers: Partial<Record<AttackName, Record<string, number>>> = {}
  for (const name of names) {
    const attacker = await signIn({ ...stage.viewer, from: addressOf(name) }, attackerOf(name))
    const meanwhile = async () => {
      expect([name, (await doDuty(stage.viewer, stage.pushes)).answers]).toEqual([name, DONE])
    }
    answers[name] = await attackWith(name, { viewer, attacker, meanwhile })
  }
  expect(answers.privateLevels).toEqual({ 200: SIZES.privateLevels })
  expect(answers.walls).toEqual({ 403: expect.any(Number) })
  expect(answers.silentPushes).toMatchObject({
    201: SUBSCRIPTIONS_EACH_MAX,
    409: expect.any(Number),
    asked: expect.any(Number),
  })
  expect(answers.namedStreams).toMatchObject({ 200: STREAMS_MAX.ofName })
  await expectNothingLost({ stage, witness })
})
