import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { documentedCommands } from '../../src/testing/release/documented-commands.ts'
import { DEB_SETTINGS, dpkg } from '../../src/testing/release/installed-deb.ts'
import { mayStandIn, openStandInMachine } from '../../src/testing/release/stand-in-machine.ts'
import { makeDeb } from './deb.ts'
import { ROOT, releaseName, stageRelease } from './stage.ts'

const DATA = '/var/lib/brontide'
/** Content that no start creates. */
const KEPT = 'kept-by-us'
const BACKUPS = '/var/backups/brontide'
const commands = (heading: string) => documentedCommands('docs/operations.md', heading)

function makePackages(out: string): void {
  for (const version of ['1.0.0', '1.1.0']) {
    const stage = join(out, releaseName(version))
    mkdirSync(stage)
    stageRelease({ into: stage, dist: join(ROOT, 'dist'), version, commit: '1a2b3c4d' })
    makeDeb({ stage, out, version, packing: 'none' })
    rmSync(stage, { recursive: true })
  }
}

it.skipIf(!mayStandIn)(
  'is installed, backed up, restored, upgraded and rolled back by the commands in docs/operations.md',
  async () => {
    const out = mkdtempSync(join(tmpdir(), 'brontide-operations-'))
    const machine = await openStandInMachine(out)
    onTestFinished(() => {
      machine.close()
      dpkg('--purge', 'brontide')
      for (const folder of [out, BACKUPS, `${DATA}.before-restore`]) rmSync(folder, { recursive: true, force: true })
    })
    makePackages(out)
    const get = (path: string) => machine.run(`curl -fsS http://127.0.0.1:8080${path}`)
    const version = () => (JSON.parse(get('/api/config')) as { version: string }).version
    const kept = () => machine.run(`cat ${DATA}/${KEPT}`)

    machine.run(commands('How do I install?'))
    expect(version()).toMatch(/^1\.0\.0\+1a2b3c4d\./)
    machine.run(`echo ours > ${DATA}/${KEPT}; chown brontide: ${DATA}/${KEPT}`)
    appendFileSync(DEB_SETTINGS, '# mine\n')

    machine.run(commands('How do I back up?'))
    const [backup = '', ...more] = readdirSync(BACKUPS).filter((name) => name.startsWith('brontide-'))
    expect(more).toEqual([])
    expect(readdirSync(join(BACKUPS, backup))).toEqual(expect.arrayContaining(['simulated.sqlite', KEPT]))
    expect(readdirSync(join(BACKUPS, 'settings'))).toContain('environment')

    machine.run(`systemctl stop brontide; rm ${DATA}/${KEPT}`)
    machine.run(commands('How do I restore?'))
    await expect.poll(() => machine.run('curl -fsS http://127.0.0.1:8080/readyz || true')).toContain('true')
    expect(kept()).toBe('ours\n')
    expect(statSync(DATA).mode & 0o777).toBe(0o700)
    expect(machine.run(`find ${DATA} ! -user brontide`)).toBe('')
    expect(JSON.parse(get('/api/status'))).toMatchObject({ history: { state: 'ok' } })

    machine.run(commands('How do I upgrade?'))
    expect([version().split('+')[0], kept()]).toEqual(['1.1.0', 'ours\n'])
    machine.run(commands('How do I roll back?'))
    expect([version().split('+')[0], kept()]).toEqual(['1.0.0', 'ours\n'])
    expect(machine.run(`tail -n 1 ${DEB_SETTINGS}`)).toBe('# mine\n')
    const troubles = machine
      .log()
      .split('\n')
      .filter((line) => /"level":"(warn|error|fatal)"/.test(line))
    // A busy machine delays the event loop of any program.
    expect(troubles.filter((line) => !line.includes('"event loop blocked"'))).toEqual([])
  },
)

it.skipIf(!mayStandIn)(
  'files restored by root without a change of owner are named at the start, with the command that fixes them',
  async () => {
    const out = mkdtempSync(join(tmpdir(), 'brontide-operations-'))
    const machine = await openStandInMachine(out)
    onTestFinished(() => {
      machine.close()
      dpkg('--purge', 'brontide')
      rmSync(out, { recursive: true, force: true })
    })
    makePackages(out)
    machine.run(commands('How do I install?'))
    machine.run(`systemctl stop brontide; chown root: ${DATA}/simulated.sqlite; systemctl start brontide`)
    const remedy = `As root: chown -R brontide: ${DATA}`
    await expect.poll(machine.log).toContain(remedy)
    // A service that has not ended yet would not be started.
    await expect.poll(() => machine.run('pgrep -u brontide || true')).toBe('')
    machine.run(`chown -R brontide: ${DATA}; systemctl start brontide`)
    await expect.poll(() => machine.run('curl -fsS http://127.0.0.1:8080/readyz || true')).toContain('true')
    for (const program of [
      'brontide-backup --help',
      'brontide-access-hash --help',
      '/usr/lib/brontide/bin/brontide --help',
    ])
      expect(machine.run(program)).toMatch(/^brontide/)
  },
)
