import { z } from 'zod'
import { NAME_MAX, unicodeForm } from '../../contract/display-text.ts'
import type { WhyNot } from '../../contract/watch/rights.ts'
import { issueFault } from '../../core/problems/issue-fault.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import type { ReadText } from '../settings/kept-file.ts'
import type { Who } from '../web/caller.ts'

/** Permissions beyond viewing. */
export type Role = 'acknowledge' | 'configure' | 'stop'

/** Names by role; with `claim`, values of that claim of the identity provider count as names too. */
export interface Roles {
  acknowledge: readonly string[]
  configure: readonly string[]
  /** For work stops; defaults to `acknowledge`. */
  stop?: readonly string[] | undefined
  claim?: string | undefined
}

const ROLE_NAMES = 10_000
/** The same name however it was typed: `Zoë` has one or two code points for its last letter. */
const sameName = (name: string) => unicodeForm(name.trim(), 'NFC')
const names = z.array(z.string().max(NAME_MAX).overwrite(sameName)).max(ROLE_NAMES)
export const rolesSchema = z.strictObject({
  acknowledge: names,
  configure: names,
  stop: names.optional(),
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
 * Why a role is missing; null if it is granted. Without a file all viewers may acknowledge, and only the settings files
 * configure.
 */
export function whyNot(role: Role, who: Who, roles: Roles | null): WhyNot | null {
  if (!who.isPerson) return 'wall'
  if (!roles) return role === 'configure' ? 'no-file' : null
  return namesFor(role, who, roles).length > 0 ? null : 'not-named'
}

/** The names of a person, own and claimed, that have a role. */
export function namesFor(role: Role, who: Who, roles: Roles): string[] {
  const named = roles[role] ?? roles.acknowledge
  const claimed = roles.claim === undefined ? [] : [who.claims[roles.claim]].flat()
  return [who.name, ...claimed]
    .filter((name) => typeof name === 'string')
    .filter((name) => named.includes(sameName(name)))
}

/** The same as text. */
export const WHY_NOT: Record<WhyNot, string> = {
  wall: 'a wall cannot change anything: sign in as a person',
  'no-file':
    'not permitted: needs sign-in (ACCESS) and a ROLES_FILE such as {"configure": ["name"], "acknowledge": ["name"]}; see docs/configuration.md',
  'not-named': 'not permitted: your name lacks this role in ROLES_FILE',
}
