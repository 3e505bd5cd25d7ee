import { whyUnreadable } from './unreadable-file.ts'

type Settings = Readonly<Record<string, string>>

/** NATS servers that several processes share. */
export interface NatsSettings {
  /** `nats://` or `tls://` URLs; the client connects to any of them. */
  servers: readonly string[]
  /** Text of a credentials file; null for servers without authentication. */
  credentials: string | null
  /** File of the certificate authority; null for the authorities of the system. */
  caFile: string | null
}

export const NATS_NAMES = ['NATS_URL', 'NATS_CREDS_FILE', 'NATS_CA_FILE']

/** Reads `NATS_…` and checks it against the other settings. No message repeats a URL, which may contain a password. */
export function readNats(
  set: Settings,
  readFile: (path: string) => string,
): { config: NatsSettings | null; problems: string[] } {
  const problems: string[] = []
  if (!set.NATS_URL) {
    for (const name of NATS_NAMES) if (set[name]) problems.push(`${name} needs NATS_URL`)
    return { config: null, problems }
  }
  const servers = set.NATS_URL.split(',').map((url) => url.trim())
  const wrong = servers.map(urlProblem).find((problem) => problem !== null)
  if (wrong) problems.push(`NATS_URL ${wrong}`)
  const schemes = new Set(servers.map((url) => URL.parse(url)?.protocol))
  if (!wrong && schemes.size > 1) problems.push('NATS_URL must be all nats:// or all tls://')
  if (set.NATS_CA_FILE && !wrong && !schemes.has('tls:')) problems.push('NATS_CA_FILE needs tls:// in NATS_URL')
  const files = { NATS_CREDS_FILE: null as string | null, NATS_CA_FILE: null as string | null }
  for (const name of ['NATS_CREDS_FILE', 'NATS_CA_FILE'] as const) {
    const path = set[name]
    if (!path) continue
    try {
      files[name] = readFile(path)
    } catch (error) {
      problems.push(`${name} ${whyUnreadable(error)}`)
    }
  }
  problems.push(...conflicts(set))
  return { config: { servers, credentials: files.NATS_CREDS_FILE, caFile: set.NATS_CA_FILE ?? null }, problems }
}

function urlProblem(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^(nats|tls):$/.test(url.protocol) || url.hostname === '') {
    return 'must be URLs of NATS servers, as nats://10.0.0.1:4222,nats://10.0.0.2:4222'
  }
  if (url.username || url.password) return 'must not contain a name or a password: use NATS_CREDS_FILE'
  return null
}

/** Settings that several processes cannot share. */
function conflicts(set: Settings): string[] {
  const problems: string[] = []
  if (!set.TOKEN_SECRET && !set.TOKEN_SECRET_FILE) {
    problems.push('NATS_URL needs TOKEN_SECRET (or TOKEN_SECRET_FILE): the same in each process')
  }
  if (set.DELIVERY === 'direct')
    problems.push('NATS_URL needs DELIVERY=relay: a direct page opens its own upstream sockets')
  return problems
}
