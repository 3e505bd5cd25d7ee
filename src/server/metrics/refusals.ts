import { API_PATHS } from '../../contract/api-paths.ts'

const WHY = [
  'address_rate',
  'other_host',
  'other_origin',
  'sign_in',
  'wrong_password',
  'token_rate',
  'unread_answers',
  'silent_connections',
  'bad_head',
] as const
export type Why = (typeof WHY)[number]

/** Requests refused before the contract server. */
export type Refusals = ReturnType<typeof createRefusals>

export function createRefusals() {
  const counts = Object.fromEntries(WHY.map((why) => [why, 0])) as Record<Why, number>

  function whyOf(path: string, status: number): Why | null {
    if (!path.startsWith('/api/')) return null
    if (status === 403) return 'other_origin'
    if (status === 401 && path === API_PATHS.session) return 'wrong_password'
    const mints = path.startsWith(API_PATHS.token)
    if (status === 401 && (mints || path === API_PATHS.status)) return 'sign_in'
    if (status !== 429) return null
    return mints ? 'token_rate' : path === API_PATHS.session ? 'wrong_password' : null
  }

  return {
    count: (why: Why): void => void counts[why]++,
    /** Classifies a response by path and status. */
    countAnswer(path: string, status: number): void {
      const why = whyOf(path, status)
      if (why) counts[why]++
    },
    counts: (): Record<Why, number> => ({ ...counts }),
  }
}
