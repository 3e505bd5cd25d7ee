import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeDeb } from './deb.ts'
import { ROOT, releaseName, stageRelease, TOOL_ENV } from './stage.ts'

/** A package changes the machine: one that root can throw away, without systemd, and without a Brontide of its own. */
const mayInstall =
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/dpkg') &&
  !existsSync('/run/systemd/system') &&
  !existsSync('/etc/brontide')

const SETTINGS = '/etc/brontide/environment'
const PORT = 18_080
const URL = `http://127.0.0.1:${PORT}`

const dpkg = (...args: string[]) =>
  execFileSync('dpkg', args, { stdio: ['ignore', 'ignore', 'inherit'], env: TOOL_ENV })

/** What the unit does, on a machine without systemd. */
function startAsUnit() {
  const unit = readFileSync('/lib/systemd/system/brontide.service', 'utf8')
  const program = /^ExecStart=(.*)$/m.exec(unit)?.[1]
  const user = /^User=(.*)$/m.exec(unit)?.[1]
  const script = `set -a; . ${SETTINGS}; exec ${program}`
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--init-groups']
  const child = spawn('setpriv', [...identity, 'sh', '-c', script], {
    env: { PATH: '/usr/bin:/bin' },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

const statusOf = (path: string) =>
  fetch(URL + path).then(
    ({ status }) => status,
    () => 0,
  )
const versionOf = async () =>
  ((await (await fetch(`${URL}/api/config`)).json()) as { version: string }).version.split('+')[0]

it.skipIf(!mayInstall)('is installed, started, upgraded with its settings kept, removed and purged', async () => {
  const out = mkdtempSync(join(tmpdir(), 'brontide-deb-'))
  onTestFinished(() => {
    dpkg('--purge', 'brontide')
    rmSync(out, { recursive: true, force: true })
  })
  const [first, second] = ['0.1.0', '0.2.0'].map((version) => {
    const stage = join(out, releaseName(version))
    mkdirSync(stage)
    stageRelease({ into: stage, dist: join(ROOT, 'dist'), version })
    return makeDeb({ stage, out, version, packing: 'none' })
  })

  dpkg('--install', first!)
  expect(statSync('/etc/brontide').mode & 0o777).toBe(0o750)
  expect(statSync('/var/lib/brontide').mode & 0o777).toBe(0o700)
  appendFileSync(SETTINGS, `PORT=${PORT}\n`)
  let stop = startAsUnit()
  await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200)
  expect(await versionOf()).toBe('0.1.0')

  const backups = execFileSync('brontide-backup', [join(out, 'backups')], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: '/var/lib/brontide' },
    encoding: 'utf8',
  })
  expect(backups).toContain('simulated.sqlite')

  dpkg('--install', second!)
  expect(readFileSync(SETTINGS, 'utf8')).toContain(`PORT=${PORT}`)
  // What runs is not disturbed by the files of another version under it.
  expect([await statusOf('/readyz'), await statusOf('/'), await versionOf()]).toEqual([200, 200, '0.1.0'])
  await stop()
  stop = startAsUnit()
  await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200)
  expect(await versionOf()).toBe('0.2.0')
  await stop()

  dpkg('--remove', 'brontide')
  expect([existsSync('/usr/lib/brontide/src'), existsSync(SETTINGS)]).toEqual([false, true])
  expect(existsSync('/var/lib/brontide/simulated.sqlite')).toBe(true)
  dpkg('--purge', 'brontide')
  expect([existsSync('/etc/brontide'), existsSync('/var/lib/brontide')]).toEqual([false, false])
})
