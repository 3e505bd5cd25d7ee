import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPageTokens } from '../../src/client/session/token-source.ts'
import { parseJsonExact } from '../../src/contract/json-exact.ts'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { createNodeEnvironment } from '../../src/server/node-environment.ts'
import { createRecordIds, digitsOf, openScreen } from '../../src/testing/cluster/screen.ts'
import { DEB_SETTINGS, dpkg, mayInstall, startAsUnit } from '../../src/testing/release/installed-deb.ts'
import { makeDeb } from './deb.ts'
import { ROOT, releaseName, stageRelease } from './stage.ts'

const PORT = 18_080
const SCREENS = 3
const URL = `http://127.0.0.1:${PORT}`

/** Ends with the test, also where that has failed. */
function startUnit() {
  const { child, stop } = startAsUnit()
  onTestFinished(() => void child.kill())
  return stop
}

const statusOf = (path: string) =>
  fetch(URL + path).then(
    ({ status }) => status,
    () => 0,
  )
const versionOf = async () =>
  ((await (await fetch(`${URL}/api/config`)).json()) as { version: string }).version.split('+')[0]

/** Every strike that the server has from that moment on, Unix ms, by its digits. */
async function strikesFrom(ms: number): Promise<string[]> {
  const tokens = createPageTokens({ environment: createNodeEnvironment(), baseUrl: URL, onServerDate() {} })
  const { value } = await tokens.get('lightning')
  const answer = await fetch(`${URL}/api/strikes?from=${ms}`, { headers: { authorization: `Bearer ${value}` } })
  const lines = (await answer.text()).split('\n').filter((line) => line.includes('"lat"'))
  return lines.map((line) => digitsOf(parseJsonExact(line) as StrikeRecord))
}

it.skipIf(!mayInstall)(
  'is installed, upgraded with its settings and without a missed strike, removed and purged',
  async () => {
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
    appendFileSync(DEB_SETTINGS, `PORT=${PORT}\n`)
    let stop = startUnit()
    await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200)
    expect(await versionOf()).toBe('0.1.0')

    const backups = execFileSync('brontide-backup', [join(out, 'backups')], {
      env: { PATH: '/usr/bin:/bin', DATA_DIR: '/var/lib/brontide' },
      encoding: 'utf8',
    })
    expect(backups).toContain('simulated.sqlite')

    const ids = createRecordIds()
    const screens = Array.from({ length: SCREENS }, () => openScreen({ port: PORT, ids }))
    onTestFinished(() => {
      for (const screen of screens) screen.close()
    })
    for (const screen of screens) await screen.until(() => screen.isLive() && screen.ids().length > 0)
    const [ns = ''] = ids.digits(Math.max(...screens.flatMap((screen) => screen.ids()))).split(' ')
    const sinceMs = Math.floor(Number(ns) / 1e6)

    dpkg('--install', second!)
    expect(readFileSync(DEB_SETTINGS, 'utf8')).toContain(`PORT=${PORT}`)
    // A running process is unaffected by replaced files.
    expect([await statusOf('/readyz'), await statusOf('/'), await versionOf()]).toEqual([200, 200, '0.1.0'])
    await stop()
    stop = startUnit()
    await expect.poll(() => statusOf('/readyz'), { timeout: 60_000 }).toBe(200)
    expect(await versionOf()).toBe('0.2.0')
    for (const screen of screens) await screen.until(screen.isLive)
    const sent = await strikesFrom(sinceMs)
    expect(sent.length).toBeGreaterThan(0)
    for (const screen of screens) {
      await screen.until(() => sent.every((digits) => screen.count(ids.idOf(digits)) > 0))
      expect(screen.ids().filter((id) => screen.count(id) > 1)).toEqual([])
      expect(screen.gaps()).toEqual([])
      screen.close()
    }
    await stop()

    dpkg('--remove', 'brontide')
    expect([existsSync('/usr/lib/brontide/src'), existsSync(DEB_SETTINGS)]).toEqual([false, true])
    expect(existsSync('/var/lib/brontide/simulated.sqlite')).toBe(true)
    dpkg('--purge', 'brontide')
    expect([existsSync('/etc/brontide'), existsSync('/var/lib/brontide')]).toEqual([false, false])
  },
)
