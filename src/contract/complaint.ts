import type * as z from 'zod/mini'

/** The first complaint of a failed parse as one sentence: `minutes must be at most 5`. */
export function firstComplaint(error: z.core.$ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'invalid request'
  const name = issue.path.join('.')
  const missing = issue.code === 'invalid_type' && /undefined/.test(issue.message)
  return `${name || 'request'} ${missing ? 'is required' : issue.message}`
}
