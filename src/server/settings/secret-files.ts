import { readRemedy } from './unreadable-file.ts'

/** Settings that name a file with secrets or permissions. */
export const SECRET_FILES = [
  'UPSTREAM_API_KEY_FILE',
  'TOKEN_SECRET_FILE',
  'ACCESS_PASSWORD_FILE',
  'RELAY_KEYS_FILE',
  'ROLES_FILE',
  'LAYERS_FILE',
  'CHANNELS_FILE',
  'NATS_CREDS_FILE',
] as const

const OTHERS_WRITE = 0o002
const OTHERS_READ = 0o004

/**
 * Secret files writable by other users are refused: they decide who gets access. Readable ones only cause a notice,
 * since secrets mounted into a container are usually readable.
 */
export function secretFileFaults(
  files: readonly { name: string; path: string }[],
  modeOf: (path: string) => number | null,
): { problems: string[]; notices: string[] } {
  const problems: string[] = []
  const notices: string[] = []
  for (const { name, path } of files) {
    const mode = modeOf(path)
    if (mode === null) continue
    if (mode & OTHERS_WRITE) problems.push(`${name}: the file is writable by all users of this machine: chmod o-w FILE`)
    else if (mode & OTHERS_READ)
      notices.push(`${name}: the file is readable by all users of this machine: ${readRemedy()}`)
  }
  return { problems, notices }
}
