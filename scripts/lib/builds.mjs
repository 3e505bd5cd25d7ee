import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { envWith, Refusal, root, run, say } from './system.mjs'

/** Build targets with their sources, and the files that show their existence. */
const BUILDS = {
  page: {
    says: 'Building the page (about 15 seconds).',
    inputs: ['src', 'index.html', 'public', 'vite.config.ts', 'package-lock.json'],
    leavesOut: /\.test\.tsx?$|^src\/(testing|server)\//,
    outputs: [join('dist', 'page', 'index.html')],
    command: [
      join('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--configLoader',
      'native',
      '--logLevel',
      'warn',
    ],
  },
  basemap: {
    says: 'Building the base map (about half a minute, once).',
    inputs: [
      'data/basemap',
      'data/airports-cn.json',
      'data/airports-world.json.gz',
      'scripts/build-basemap.ts',
      'scripts/basemap',
      'src/page/map/basemap/max-zoom.ts',
      'src/page/map/basemap/relief-look.ts',
    ],
    leavesOut: /\.test\.ts$|\.(md|py)$/,
    outputs: [join('dist', 'basemap', 'default.mbtiles'), join('dist', 'basemap', 'chn.mbtiles')],
    command: ['--disable-warning=ExperimentalWarning', join('scripts', 'build-basemap.ts')],
  },
}

/** Builds `name` (`page` or `basemap`) unless its inputs are those of the last build; `force` builds it in any case. */
export async function build(name, node, { force = false } = {}) {
  const { says, inputs, leavesOut, outputs, command } = BUILDS[name]
  const stamp = join(root, 'dist', `${name}.stamp`)
  const wanted = fingerprint(root, inputs, leavesOut)
  const isThere = [...outputs.map((path) => join(root, path)), stamp].every((path) => existsSync(path))
  if (isThere && readFileSync(stamp, 'utf8') === wanted && !force) return

  say(says)
  mkdirSync(join(root, 'dist'), { recursive: true })
  rmSync(stamp, { force: true }) // a build that fails half-way must not be taken for a finished one
  const code = await run(node, command, { env: envWith(node) })
  if (code !== 0) throw new Refusal(`The build of the ${name} failed.`)
  writeFileSync(stamp, wanted)
}

/** A hash over the names and contents of files and folders; ignores matches of `leavesOut`. */
export function fingerprint(base, inputs, leavesOut) {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap((input) => filesAt(base, input)).sort()) {
    if (leavesOut.test(path)) continue
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(base, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesAt(base, path) {
  const stats = statSync(join(base, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return readdirSync(join(base, path)).flatMap((name) => filesAt(base, `${path}/${name}`))
}
