import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const packageSchema = z.object({ version: z.string() })

/**
 * The version of the package and of what was built, `0.1.0+1a2b3c4d`: a page that runs on an older one sees that it is
 * outdated. `builds` is whatever changes with each build.
 */
export function readVersion(root: string, builds: (string | Uint8Array)[]): string {
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const hash = createHash('sha256')
  for (const build of builds) hash.update(build).update('\0')
  return `${version}+${hash.digest('hex').slice(0, 8)}`
}
