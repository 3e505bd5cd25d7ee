import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/lib/server-flags.mjs'

/** The repository, where `npm run build` puts its page and base map. */
export const REPOSITORY = join(import.meta.dirname, '../..')

/** Halves the start time of test processes: Node caches compiled sources. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(REPOSITORY, '.cache', 'node') }

/** A process of the product. */
export interface NodeProcess {
  pid: number
  /** Standard output and error so far. */
  said: { out: string; err: string }
  /** The matching part of its standard output (or error); rejects if it ends before. */
  heard(pattern: RegExp, on?: 'out' | 'err'): Promise<string>
  /** Its exit code; null where a signal ended it. */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
  disconnect(): void
}

/** Runs a command under a file size limit without being killed by it. */
const WITHOUT_ROOM = ['sh', '-c', 'trap \'\' XFSZ; ulimit -f 0; exec "$0" "$@"']

interface ProcessOptions {
  args?: string[]
  /** False: no file can be written. */
  filesMayGrow?: boolean
  /** The working folder, which relative settings are of. */
  cwd?: string
}

/**
 * Kills a child when this process ends for any reason: a shell waits for the end of our pipe. Works with unaware and
 * with stopped children.
 */
export function dieWithParent(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  const guard = spawn('sh', ['-c', `cat; kill -9 ${pid}`], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.stdin.on('error', () => {})
  child.once('exit', () => guard.kill('SIGKILL'))
  guard.unref()
}

/** Runs a file with no variable but `env`. */
export function runNode(file: string, env: Record<string, string>, options: ProcessOptions = {}): NodeProcess {
  const { args = [], filesMayGrow = true, cwd } = options
  const command = [process.execPath, ...SERVER_FLAGS, file, ...args]
  return runProgram(filesMayGrow ? command : [...WITHOUT_ROOM, ...command], {
    cwd,
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...SERVER_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** Runs a program whose output can be read. */
export function runProgram(
  command: readonly string[],
  options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'] },
): NodeProcess {
  const [program, ...args] = command as [string, ...string[]]
  const child = spawn(program, args, options)
  dieWithParent(child)
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The process has no output to read.')
  const said = { out: '', err: '' }
  stdout.on('data', (data) => {
    said.out += data
  })
  stderr.on('data', (data) => {
    said.err += data
  })
  // Not `close`, which is missing if we cut the channel.
  const read = Promise.all([once(stdout, 'close'), once(stderr, 'close')])
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => read.then(() => resolve(code))))
  return {
    pid: child.pid!,
    said,
    heard: (pattern, on = 'out') =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said[on])
          if (found) resolve(found[1] ?? found[0])
        }
        look()
        child[on === 'out' ? 'stdout' : 'stderr']?.on('data', look)
        ended.then(() => reject(new Error(`It ended: ${said.err}`)))
      }),
    ended,
    kill: (signal) => void child.kill(signal),
    disconnect: () => child.disconnect(),
  }
}

/** The root of a build with an empty base map and these page files, by path; the caller deletes it. */
export function temporaryRoot(page: Record<string, Uint8Array> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'brontide-root-'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '9.9.9' }))
  const files = { ...page, '../basemap/default.mbtiles': new Uint8Array() }
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(root, 'dist', 'page', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  const tiles = new DatabaseSync(join(root, 'dist', 'basemap', 'default.mbtiles'))
  tiles.exec('CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data); CREATE TABLE metadata (name, value)')
  tiles.close()
  return root
}

/** A Brontide in a separate process, on a free loopback port. */
export interface ServerProcess extends NodeProcess {
  /** The address of the listening server; rejects if the process ends before. */
  ready: Promise<string>
}

/** Starts Brontide with the page and base map of `root`, and no setting but `env`. */
export function startServerProcess(
  root: string,
  env: Record<string, string>,
  options: Pick<ProcessOptions, 'filesMayGrow'> = {},
): ServerProcess {
  const started = runNode(
    join(REPOSITORY, 'e2e', 'serve-build.ts'),
    { PORT: '0', BUILD_ROOT: root, ...env },
    {
      cwd: root,
      ...options,
    },
  )
  const ready = started.heard(/Brontide is at (http:\S+)\//)
  ready.catch(() => {}) // a test that expects a refusal waits for the end alone
  return { ...started, ready }
}

/** Maximum memory of a process since its start, bytes. */
export function peakMemory(pid: number): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) * 1_024
}
