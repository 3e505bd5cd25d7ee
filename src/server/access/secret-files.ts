import { readRemedy } from '../unreadable-file.ts'

/** The settings that name a file with something secret in it, or which says who may do what. */
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
 * Files of secrets that everybody on this machine may write are refused: whoever does decides who gets in. Those that
 * everybody may read are told of only, since secrets that are mounted into a container usually are.
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
    else if (mode & OTHERS_READ) notices.push(`${name}: the file is readable by all users of this machine: ${readRemedy()}`)
  }
  return { problems, notices }
}
