import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { TOOL_ENV } from '../../../scripts/release/stage.ts'

/**
 * The test changes the machine: it needs a disposable one with root, without systemd, and without an installed
 * Brontide.
 */
export const mayInstall =
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/dpkg') &&
  !existsSync('/run/systemd/system') &&
  !existsSync('/etc/brontide')

/** Where the package has its settings. */
export const DEB_SETTINGS = '/etc/brontide/environment'

/** Throws on failure. */
export function dpkg(...args: string[]): void {
  execFileSync('dpkg', args, { stdio: ['ignore', 'ignore', 'inherit'], env: TOOL_ENV })
}

/** The same with a package, in parallel with other work. Changed settings are kept without prompting. */
export async function installDeb(file: string): Promise<void> {
  await promisify(execFile)('dpkg', ['--force-confold', '--install', file], { env: TOOL_ENV })
}

/** Runs the unit's command on a machine without systemd. `say` receives its output. */
export function startAsUnit(say: (text: string) => void = () => {}) {
  const unit = readFileSync('/lib/systemd/system/brontide.service', 'utf8')
  const program = /^ExecStart=(.*)$/m.exec(unit)?.[1]
  const user = /^User=(.*)$/m.exec(unit)?.[1]
  const script = `set -a; . ${DEB_SETTINGS}; exec ${program}`
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--init-groups']
  const child = spawn('setpriv', [...identity, 'sh', '-c', script], {
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (data) => say(String(data)))
  const ended = once(child, 'exit')
  return {
    child,
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}
