import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeClientPackage } from './client-package.ts'
import { makeDeb } from './deb.ts'
import { makeTarball, ROOT, readCommit, readVersion, releaseName, stageRelease, TOOL_ENV } from './stage.ts'

const out = join(ROOT, 'dist', 'release')
const version = readVersion()
const stage = join(out, 'stage', releaseName(version))
rmSync(out, { recursive: true, force: true })
mkdirSync(stage, { recursive: true })

const bom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], { cwd: ROOT, env: TOOL_ENV })
writeFileSync(join(out, `${releaseName(version)}.cdx.json`), bom)
stageRelease({ into: stage, dist: join(ROOT, 'dist'), version, commit: readCommit() })
writeFileSync(join(stage, 'sbom.cdx.json'), bom)
const made = [
  makeTarball(stage, out, { packed: true }),
  makeDeb({ stage, out, version }),
  makeClientPackage({ out, version }),
]
rmSync(join(out, 'stage'), { recursive: true })
process.stdout.write(`${made.join('\n')}\n`)
