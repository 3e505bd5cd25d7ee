import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** `commit` stands in a release alone. */
const packageSchema = z.object({ version: z.string(), commit: z.string().optional() })

/** The version of the package, with the commit that a release was made of: `0.1.0+3e868482`. */
export function packageVersion(root: string): string {
  const { version, commit } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return commit === undefined ? version : `${version}+${commit}`
}

/**
 * The version of the package and of what was built, `0.1.0+3e868482.1a2b3c4d`: a page that runs on an older one sees that it
 * is outdated. `builds` is whatever changes with each build.
 */
export function readVersion(root: string, builds: (string | Uint8Array)[]): string {
  const version = packageVersion(root)
  const hash = createHash('sha256')
  for (const build of builds) hash.update(build).update('\0')
  return `${version}${version.includes('+') ? '.' : '+'}${hash.digest('hex').slice(0, 8)}`
}
