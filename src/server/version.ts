import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** `commit` is present in releases only. */
const packageSchema = z.object({ version: z.string(), commit: z.string().optional() })

/** Version of the package with the commit of the release: `1.0.0+3e868482`. */
export function packageVersion(root: string): string {
  const { version, commit } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return commit === undefined ? version : `${version}+${commit}`
}

/**
 * Version of package and build, `1.0.0+3e868482.1a2b3c4d`: an open page detects that it is outdated. `builds` is
 * content that changes with each build.
 */
export function readVersion(root: string, builds: (string | Uint8Array)[]): string {
  const version = packageVersion(root)
  const hash = createHash('sha256')
  for (const build of builds) hash.update(build).update('\0')
  return `${version}${version.includes('+') ? '.' : '+'}${hash.digest('hex').slice(0, 8)}`
}
