import { type Fault, faultOf, problemAt } from '../../core/problems/problem.ts'
import type { ReadText } from '../settings/kept-file.ts'

const LENGTH_MIN = 16
const DIFFERENT_MIN = 8
const SECRETS_MAX = 10

/** Secrets separated by commas or line breaks: the first signs, all verify. */
export function readTokenSecrets(text: string): ReadText<string[]> {
  const secrets = text.split(/[,\r\n]+/).flatMap((part) => part.trim() || [])
  const faults: Fault[] = []
  if (secrets.length === 0) faults.push(faultOf('secret-none'))
  if (secrets.some(({ length }) => length < LENGTH_MIN)) {
    faults.push(faultOf(secrets.length > 1 ? 'secret-short' : 'letters-least', { least: LENGTH_MIN }))
  }
  if (secrets.some((secret) => secret.length >= LENGTH_MIN && new Set(secret).size < DIFFERENT_MIN)) {
    faults.push(faultOf('secret-letters', { least: DIFFERENT_MIN }))
  }
  if (secrets.length > SECRETS_MAX) faults.push(faultOf('secrets-most', { most: SECRETS_MAX }))
  if (faults.length === 0) return { ok: true, value: secrets }
  return { ok: false, problems: faults.map((fault) => problemAt(fault)) }
}
