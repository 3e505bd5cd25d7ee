import type { ReadText } from './kept-file.ts'

const LENGTH_MIN = 16
const DIFFERENT_MIN = 8
const SECRETS_MAX = 10

/** Secrets apart by commas or line breaks: the first signs, all of them verify. */
export function readTokenSecrets(text: string): ReadText<string[]> {
  const secrets = text.split(/[,\r\n]+/).flatMap((part) => part.trim() || [])
  const problems: string[] = []
  if (secrets.length === 0) problems.push('holds no secret')
  if (secrets.some(({ length }) => length < LENGTH_MIN)) {
    problems.push(`must have at least ${LENGTH_MIN} characters${secrets.length > 1 ? ' in each of its parts' : ''}`)
  }
  if (secrets.some((secret) => secret.length >= LENGTH_MIN && new Set(secret).size < DIFFERENT_MIN)) {
    problems.push(`must have at least ${DIFFERENT_MIN} different characters: make one by "openssl rand -base64 32"`)
  }
  if (secrets.length > SECRETS_MAX) problems.push(`must hold at most ${SECRETS_MAX} secrets`)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: secrets }
}
