import { z } from 'zod'
import { NAME_MAX } from '../../contract/display-text.ts'
import type { WhyNot } from '../../contract/watch/rights.ts'
import { issueFault } from '../../core/problems/issue-fault.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import type { Who } from '../access/admission.ts'
import type { ReadText } from '../access/kept-file.ts'

/** What people may do besides seeing. */
export type Role = 'acknowledge' | 'configure' | 'stop'

/** Who may do what, by name; with `claim` by what an identity provider says of them under that name, too. */
export interface Roles {
  acknowledge: readonly string[]
  configure: readonly string[]
  /** Who records work stops: those of `acknowledge` where it is left out. */
  stop?: readonly string[] | undefined
  claim?: string | undefined
}

const ROLE_NAMES = 10_000
export const rolesSchema = z.strictObject({
  acknowledge: z.array(z.string().max(NAME_MAX)).max(ROLE_NAMES),
  configure: z.array(z.string().max(NAME_MAX)).max(ROLE_NAMES),
  stop: z.array(z.string().max(NAME_MAX)).max(ROLE_NAMES).optional(),
  claim: z.string().max(NAME_MAX).optional(),
})

export function readRoles(text: string): ReadText<Roles | null> {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, problems: [problemAt(json.fault)] }
  const read = rolesSchema.safeParse(json.value)
  if (read.success) return { ok: true, value: read.data }
  const settings = Object.keys(rolesSchema.shape)
  return {
    ok: false,
    problems: read.error.issues.map((issue) => {
      const { fault, field, detail } = issueFault(issue, json.value, { settings })
      return problemAt(
        field === null ? faultOf('roles', { received: String(fault.values.received) }) : fault,
        { field },
        detail,
      )
    }),
  }
}

/**
 * Why somebody may not; null where they may. Without a file everybody who is let in may acknowledge, and nobody but the
 * files configures.
 */
export function whyNot(role: Role, who: Who, roles: Roles | null): WhyNot | null {
  if (!who.isPerson) return 'wall'
  if (!roles) return role === 'configure' ? 'no-file' : null
  return namesFor(role, who, roles).length > 0 ? null : 'not-named'
}

/** Those of somebody's names, their own and claimed ones, that have a role. */
export function namesFor(role: Role, who: Who, roles: Roles): string[] {
  const named = roles[role] ?? roles.acknowledge
  const claimed = roles.claim === undefined ? [] : [who.claims[roles.claim]].flat()
  return [who.name, ...claimed].filter((name) => typeof name === 'string').filter((name) => named.includes(name))
}

/** The same in words. */
export const WHY_NOT: Record<WhyNot, string> = {
  wall: 'a wall cannot change anything: sign in as a person',
  'no-file':
    'not permitted: needs sign-in (ACCESS) and a ROLES_FILE such as {"configure": ["name"], "acknowledge": ["name"]}; see docs/configuration.md',
  'not-named': 'not permitted: your name lacks this role in ROLES_FILE',
}
