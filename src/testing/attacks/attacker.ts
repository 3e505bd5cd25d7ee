import { type AttackName, addressOf, worked } from './attacks.ts'
import type { Held } from './held.ts'
import { attackerOf } from './people.ts'
import { signIn, type Target } from './target.ts'

/** Parameters of the process. */
export interface Orders {
  target: Omit<Target, 'from'>
  /** Whether each attacker signs in with a separate name first. */
  signsIn: boolean
  names: AttackName[]
}

/**
 * `node attacker.ts ORDERS`: runs the attacks concurrently, each from a separate address, until stopped; then reports
 * the responses. A separate process, so that its cost is not measured.
 */

const orders = JSON.parse(process.argv[2] ?? '') as Orders
const under: Partial<Record<AttackName, Held>> = {}
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => {
  for (const held of Object.values(under)) held.stop()
  const tallies = Object.entries(under).map(([name, { tally }]) => [name, Object.fromEntries(tally)])
  process.stdout.write(`${JSON.stringify(Object.fromEntries(tallies))}\n`, () => process.exit())
})

// One after the other, since the attack begins later.
const targets = new Map<AttackName, Target>()
for (const name of orders.names) {
  const target = { ...orders.target, from: addressOf(name) }
  targets.set(name, orders.signsIn ? await signIn(target, attackerOf(name)) : target)
}
await Promise.all(
  [...targets].map(async ([name, target]) => {
    const { attack, size } = worked(name)
    under[name] = await attack(target, size).catch((cause: unknown) => {
      throw new Error(`the attack ${name} can not begin`, { cause })
    })
    process.stdout.write(`under way: ${name}\n`)
  }),
)
process.stdout.write('all under way\n')
