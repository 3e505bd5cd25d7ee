import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ATTACKS, type AttackName, addressOf, isFull, worked } from '../testing/attacks/attacks.ts'
import { largestAsset, setStage, WITNESS_KEY } from '../testing/attacks/stage.ts'
import { note } from '../testing/attacks/target.ts'
import { callWitness, percentile } from '../testing/attacks/witness.ts'
import { peakMemory, REPOSITORY, runNode } from '../testing/server-process.ts'

/** The attacks of a stranger at full size, on the built server beside a witness: each alone, then all at once. */

const MEBIBYTE = 1024 * 1024
const MEMORY_MAX_BYTES = 600 * MEBIBYTE
const P99_MAX_MS = 1_000
const ALONE_MS = 20_000
const ALL_MS = 120_000
/** By then everything is over that was begun and not gone on with. */
const ALL_OVER_MS = 45_000
/** The witness, the upstream, files and listeners. */
const SOCKETS_OF_OTHERS = 100
const ONCE_BEGUN: readonly AttackName[] = ['halfBodies', 'halfClosed']
/** A Linux tells the memory of a process, and has the addresses that the attacks come from. */
const isLinux = process.platform === 'linux'

async function attackWith(names: AttackName[], goesOnMs: number) {
  const stage = await setStage({ root: REPOSITORY, strikesPerSecond: 60, historyHours: 2 })
  onTestFinished(stage.close)
  const viewer = { port: stage.port, from: '127.0.0.9', asset: largestAsset(REPOSITORY) }
  const witness = await callWitness(viewer, stage.upstreamPort, WITNESS_KEY)
  onTestFinished(witness.close)
  const args = [String(stage.port), viewer.asset, ...names]
  const attacker = runNode(join(REPOSITORY, 'src/testing/attacks/attacker.ts'), {}, { args })
  onTestFinished(() => attacker.kill('SIGKILL'))
  await attacker.heard(/^all under way$/m)
  await new Promise((resolve) => setTimeout(resolve, goesOnMs))
  const bounded = names.filter((name) => worked(name).refusedBy !== undefined)
  for (const name of bounded) expect([name, await isFull(name, viewer)]).toEqual([name, false])
  expect(await note(viewer)).toBe(201)
  const sockets = socketsOf(stage.pid)
  const testimony = await witness.testify()
  const peakBytes = peakMemory(stage.pid)
  attacker.kill('SIGTERM')
  const answers = await attacker.heard(/^\{.*\}$/m)
  for (const name of bounded) {
    const refused = JSON.parse(answers)[name]?.[worked(name).refusedBy ?? '']
    expect([name, refused]).toEqual([name, expect.any(Number)])
    await expect.poll(() => isFull(name, { ...viewer, from: addressOf(name) })).toBe(false)
  }
  return {
    ...testimony,
    p99Ms: percentile(testimony.delaysMs, 0.99),
    peakBytes,
    answers,
    sockets,
    bombs: stage.bombsSent(),
  }
}

/** The sockets that a process has open. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`
  const targets = readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(join(folder, fd))
    } catch {
      return ''
    }
  })
  return targets.filter((target) => target.startsWith('socket:')).length
}

function report(what: string, found: Awaited<ReturnType<typeof attackWith>>): string {
  const { strikes, reports, lost, doubled, delaysMs, p99Ms, peakBytes, answers, bombs } = found
  return `${what}: ${Math.round(peakBytes / MEBIBYTE)} MiB at most; of ${strikes} strikes and ${reports} reports ${lost.length} lost, ${doubled.length} doubled
  delay beyond the feed's: p50 ${percentile(delaysMs, 0.5).toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, most ${(delaysMs.at(-1) ?? Number.NaN).toFixed(0)} ms; ${bombs} bombs; answered ${answers}\n`
}

const names = Object.keys(ATTACKS) as AttackName[]
const attacks = [
  ...names.map((name) => {
    const goesOnMs = ONCE_BEGUN.includes(name) ? ALL_OVER_MS : ALONE_MS
    return { what: name as string, under: [name], goesOnMs }
  }),
  { what: 'all at once', under: names, goesOnMs: ALL_MS },
]

it.skipIf(!isLinux).each(attacks)('a witness loses nothing under $what', async ({ what, under, goesOnMs }) => {
  const found = await attackWith(under, goesOnMs)
  process.stdout.write(report(what, found))
  const { strikes, lost, doubled, p99Ms, peakBytes, sockets } = found
  if (under.every((name) => ONCE_BEGUN.includes(name))) expect(sockets).toBeLessThan(SOCKETS_OF_OTHERS)
  expect(strikes).toBeGreaterThan(0)
  // The first of them, for they may be thousands.
  expect({ lost: lost.slice(0, 3), doubled: doubled.slice(0, 3) }).toEqual({ lost: [], doubled: [] })
  expect(p99Ms).toBeLessThan(P99_MAX_MS)
  expect(peakBytes).toBeLessThan(MEMORY_MAX_BYTES)
})
