import { z } from 'zod'

/** Query parameters arrive as text; these read them, with messages that say what is allowed. */

export function queryInt(min: number, max: number) {
  return z
    .string()
    .regex(/^[+-]?\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
}

export function queryFloat(min: number, max: number) {
  return z
    .string()
    .regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, `must be a number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
}

/** Comma-separated names; blanks around them fall away. */
export const queryList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

export const queryBool = z
  .string()
  .regex(/^(true|false|1|0|yes|no)$/i, 'must be true or false')
  .transform((text) => /^(true|1|yes)$/i.test(text))

export const queryTimezone = z.string().refine(isTimezone, 'must be an IANA time zone such as Asia/Shanghai')

function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The first complaint of a failed parse as one sentence: `minutes must be at most 5`. */
export function firstComplaint(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'invalid request'
  const name = issue.path.join('.')
  const missing = issue.code === 'invalid_type' && /undefined/.test(issue.message)
  return `${name || 'request'} ${missing ? 'is required' : issue.message}`
}
