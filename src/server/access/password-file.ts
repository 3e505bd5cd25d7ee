import { createHash, randomBytes } from 'node:crypto'
import type { Problem } from '../../contract/problems.ts'
import { type Fault, faultOf, problemAt } from '../../core/problems/problem.ts'
import { COMMANDS } from '../settings/command-names.ts'
import type { ReadText } from '../settings/kept-file.ts'
import { deriveKey, type ScryptCost } from './scrypt.ts'

/** A line of the password file: the derived key, never the password. */
export interface PasswordLine {
  /** Null if the password is valid without a name. */
  name: string | null
  cost: ScryptCost
  salt: Buffer
  hash: Buffer
  /** Identifies the line in sessions; reveals nothing about the password. */
  id: string
}

/** 32 MB and three rounds, a recommendation of OWASP: some 0.1 s of one core for each attempt. */
export const COST: ScryptCost = { logN: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Every line of a name is tried, so their number is bounded. */
const LINES_PER_NAME_MAX = 4
const MEMORY_MAX_BYTES = 256 * 1024 * 1024

const LINE =
  /^(?:([^:$]+):)?\s*\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/
const command = COMMANDS.accessHash

/** Reads one password per line; skips blank lines and lines that start with #. Problems never quote a line. */
export function readPasswords(text: string): ReadText<readonly PasswordLine[]> {
  const lines: PasswordLine[] = []
  const problems: Problem[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const read = readLine(line)
    const where = { entry: 'line', number: index + 1 } as const
    if ('code' in read) problems.push(problemAt(read, where))
    // Sessions refer to the id of a line: two names with one id would share sessions.
    else if (lines.some(({ id, name }) => id === read.id && name !== read.name))
      problems.push(problemAt(faultOf('password-copy'), where))
    else lines.push(read)
  }
  for (const [name, { length }] of Map.groupBy(lines, (line) => line.name)) {
    if (length <= LINES_PER_NAME_MAX) continue
    const of = { count: length, most: LINES_PER_NAME_MAX }
    problems.push(
      problemAt(name === null ? faultOf('password-unnamed', of) : faultOf('password-lines', { ...of, name })),
    )
  }
  if (lines.length === 0 && problems.length === 0) problems.push(problemAt(faultOf('password-none', { command })))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: lines }
}

function readLine(line: string): PasswordLine | Fault {
  const parts = LINE.exec(line)
  if (!parts) return faultOf('password-line', { command })
  const [, name = null, ln, r, p, salt = '', hash = ''] = parts
  const cost = { logN: Number(ln), r: Number(r), p: Number(p) }
  if (cost.logN < 14 || cost.r < 8 || cost.p < 1) return faultOf('password-cheap')
  if (128 * 2 ** cost.logN * cost.r > MEMORY_MAX_BYTES || cost.p > 16) return faultOf('password-dear')
  const id = createHash('sha256').update(`${salt}$${hash}`).digest('base64url').slice(0, 22)
  return {
    name: name === null ? null : normalName(name),
    cost,
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    id,
  }
}

/** A line for the file. */
export async function hashPassword(password: string, name: string | null): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await deriveKey(password, salt, COST, HASH_BYTES)
  const { logN, r, p } = COST
  const label = name === null ? '' : `${normalName(name)}:`
  return `${label}$scrypt$ln=${logN},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`
}

/** The same name however it was typed. */
export function normalName(name: string): string {
  return name.trim().normalize('NFC')
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
