import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, TOOL_ENV } from '../../scripts/release/stage.ts'

const MAKES_RELEASES = 'scripts/release.mjs'
const DONE = '.made'

/** The installable packages, as built by `npm run release`. */
export interface MadeRelease {
  /** Which, in words. */
  name: string
  tarball: string
  deb: string
}

/** Of this tree. */
export function makeThisRelease(): MadeRelease {
  make(ROOT)
  return { name: 'this tree', ...filesIn(join(ROOT, 'dist', 'release')) }
}

/**
 * From a folder with a release, or from a commit, which is built in a separate folder and kept: by its own scripts and
 * packages, which needs a network the first time. By default the latest tag, and without tags the first commit that can
 * build a release.
 */
export function takeRelease(from: string | undefined): MadeRelease {
  if (from !== undefined && statSync(from, { throwIfNoEntry: false })?.isDirectory())
    return { name: from, ...filesIn(from) }
  const commit = git('rev-parse', '--short=8', `${from ?? (latestTag() || firstThatMakesThem())}^{commit}`)
  const folder = join(ROOT, '.cache', 'releases', commit)
  if (!existsSync(join(folder, DONE))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, env: TOOL_ENV, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive, env: TOOL_ENV })
    make(folder)
    writeFileSync(join(folder, DONE), '')
  }
  const when = git('show', '-s', '--format=%cd', '--date=format:%Y-%m-%d %H:%M', commit)
  return { name: `${commit} of ${when}`, ...filesIn(join(folder, 'dist', 'release')) }
}

function latestTag(): string {
  return git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0]!
}

function firstThatMakesThem(): string {
  const first = git('log', '--diff-filter=A', '--format=%H', '--', MAKES_RELEASES).split('\n').at(-1)
  if (!first) throw new Error('No earlier commit makes releases: name one by --from.')
  return first
}

function make(folder: string): void {
  execFileSync('npm', ['run', '--silent', 'release'], { cwd: folder, env: TOOL_ENV, stdio: ['ignore', 2, 2] })
}

function filesIn(folder: string): Pick<MadeRelease, 'tarball' | 'deb'> {
  const of = (end: string) => {
    const name = readdirSync(folder).find((each) => each.endsWith(end))
    if (!name) throw new Error(`There is no ${end} in ${folder}.`)
    return join(folder, name)
  }
  return { tarball: of('.tar.gz'), deb: of('.deb') }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, env: TOOL_ENV, encoding: 'utf8' }).trim()
