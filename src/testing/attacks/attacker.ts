import { type AttackName, addressOf, worked } from './attacks.ts'
import type { Held } from './held.ts'

/**
 * `node attacker.ts PORT ASSET NAME…`: works those attacks at once, each from an address of its own, until it is told to
 * end; then says how each was answered. A process apart, so that what it costs is not measured with the rest.
 */

const [port = '0', asset = '/', ...names] = process.argv.slice(2) as [string, string, ...AttackName[]]
const under: Partial<Record<AttackName, Held>> = {}
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => {
  for (const held of Object.values(under)) held.stop()
  const tallies = Object.entries(under).map(([name, { tally }]) => [name, Object.fromEntries(tally)])
  process.stdout.write(`${JSON.stringify(Object.fromEntries(tallies))}\n`, () => process.exit())
})
await Promise.all(
  names.map(async (name) => {
    const { attack, size } = worked(name)
    under[name] = await attack({ port: Number(port), from: addressOf(name), asset }, size)
    process.stdout.write(`under way: ${name}\n`)
  }),
)
process.stdout.write('all under way\n')
