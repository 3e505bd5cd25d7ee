import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, cpSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { TOOL_ENV } from '../../scripts/release/stage.ts'
import { systemClock as clock, delay } from '../../src/core/time/clock.ts'
import { freePort, startNatsServers } from '../../src/testing/cluster/nats-server.ts'
import { openRoundRobin } from '../../src/testing/cluster/round-robin.ts'
import { DEB_SETTINGS, dpkg, installDeb, mayInstall, startAsUnit } from '../../src/testing/release/installed-deb.ts'
import { dieWithParent } from '../../src/testing/server-process.ts'
import type { MadeRelease } from './made-releases.ts'

const LOOK_EVERY_MS = 20
const READY_WITHIN_MS = 60_000
const PROCESSES = 3

export type Version = 'earlier' | 'now'
export type Releases = Record<Version, MadeRelease>

/** An installation of Brontide, and how its version is changed. */
export interface Site {
  /** The port of screens and people. */
  port: number
  /**
   * Resolves when only that version runs and is ready: with the milliseconds since the end of the previous one was
   * requested.
   */
  change(to: Version): Promise<number>
  /** All output. */
  said(): string
  close(): Promise<void>
}

interface Settings {
  /** Environment of each process, except its port and folder. */
  env: Record<string, string>
  /** Files named by such settings: their text by the name of the setting. */
  files: Record<string, string>
}

interface Running {
  stop(): Promise<void>
}

/** One process, from the tarball: the folder is replaced, and then it is restarted. */
export async function openTarballSite(releases: Releases, settings: Settings, folder: string): Promise<Site> {
  const port = await freePort()
  const home = join(folder, 'brontide')
  const env = { ...settings.env, ...writeFiles(settings, folder), PORT: String(port), DATA_DIR: join(folder, 'data') }
  let said = ''
  let running = null as Running | null
  return {
    port,
    async change(to) {
      const unpacked = await unpack(releases[to], join(folder, to))
      await rm(home, { recursive: true, force: true })
      renameSync(unpacked, home)
      const beganMs = clock.monotonicMs()
      await running?.stop()
      running = start(home, env, (text) => {
        said += text
      })
      await untilReady(port)
      return clock.monotonicMs() - beganMs
    },
    said: () => said,
    close: async () => running?.stop(),
  }
}

/** One process, from the package: `dpkg --install`, and then the unit is started again. */
export async function openDebSite(releases: Releases, settings: Settings): Promise<Site> {
  if (!mayInstall) throw new Error('No package is installed here: that takes root, dpkg, no systemd, and no Brontide.')
  const port = await freePort()
  let said = ''
  let running = null as Running | null
  process.once('exit', () => dpkg('--purge', 'brontide'))
  return {
    port,
    async change(to) {
      await installDeb(releases[to].deb)
      if (!running) {
        const env = { ...settings.env, ...writeFiles(settings, '/etc/brontide'), PORT: String(port) }
        const lines = Object.entries(env).map(([name, value]) => `${name}='${value}'\n`)
        appendFileSync(DEB_SETTINGS, lines.join(''))
      }
      const beganMs = clock.monotonicMs()
      await running?.stop()
      const unit = startAsUnit((text) => {
        said += text
      })
      dieWithParent(unit.child)
      running = unit
      await untilReady(port)
      return clock.monotonicMs() - beganMs
    },
    said: () => said,
    close: async () => running?.stop(),
  }
}

/** Three processes on three NATS servers behind a proxy, changed one after the other, each with its own disk. */
export async function openClusterSite(releases: Releases, settings: Settings, folder: string): Promise<Site> {
  const nats = await startNatsServers(PROCESSES)
  const proxy = await openRoundRobin()
  const homes = {
    earlier: await unpack(releases.earlier, join(folder, 'cluster-earlier')),
    now: await unpack(releases.now, join(folder, 'cluster-now')),
  }
  const shared = { ...settings.env, ...writeFiles(settings, folder), NATS_URL: nats.map(({ url }) => url).join() }
  const members: { port: number; dataDir: string; running: Running | null }[] = []
  for (let i = 0; i < PROCESSES; i++)
    members.push({ port: await freePort(), dataDir: join(folder, `cluster-data-${i}`), running: null })
  let said = ''
  const allReady = async () => {
    while (!proxy.areAllReady()) await delay(clock, LOOK_EVERY_MS)
  }
  return {
    port: proxy.port,
    async change(to) {
      const beganMs = clock.monotonicMs()
      for (const [i, member] of members.entries()) {
        await member.running?.stop()
        const env = { ...shared, PORT: String(member.port), DATA_DIR: member.dataDir }
        member.running = start(homes[to], env, (text) => {
          said += text.replaceAll(/^(?=.)/gm, `${i} `)
        })
        await untilReady(member.port)
        proxy.serve(members.filter(({ running }) => running).map(({ port }) => port))
        await allReady()
      }
      return clock.monotonicMs() - beganMs
    },
    said: () => said,
    async close() {
      for (const { running } of members) await running?.stop()
      await proxy.close()
      for (const server of nats) await server.remove()
    },
  }
}

/** Returns the folder inside the tarball. */
async function unpack({ tarball }: MadeRelease, into: string): Promise<string> {
  await rm(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  await promisify(execFile)('tar', ['-C', into, '-xzf', tarball], { env: TOOL_ENV })
  return join(into, basename(tarball, '.tar.gz'))
}

/** Writes the files of the settings into a folder, readable by its group; returns the settings. */
function writeFiles({ files }: Settings, folder: string): Record<string, string> {
  const { gid } = statSync(folder)
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const path = join(folder, name.toLowerCase().replaceAll('_', '-'))
      writeFileSync(path, text, { mode: 0o640 })
      chownSync(path, process.getuid!(), gid)
      return [name, path]
    }),
  )
}

function start(home: string, env: Record<string, string>, say: (text: string) => void): Running {
  const child = spawn(join(home, 'bin', 'brontide'), {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  dieWithParent(child)
  child.stderr.on('data', (data) => say(String(data)))
  const ended = once(child, 'exit')
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Rejects where it is not ready for a minute. */
async function untilReady(port: number): Promise<void> {
  const giveUpMs = clock.monotonicMs() + READY_WITHIN_MS
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) {
    if (clock.monotonicMs() > giveUpMs) throw new Error(`The server on port ${port} does not become ready.`)
    await delay(clock, LOOK_EVERY_MS)
  }
}

/** The client of a release, used by our screens. Returns the module. */
export async function clientOf(
  release: MadeRelease,
  folder: string,
): Promise<typeof import('../../src/testing/cluster/screen.ts')> {
  const home = await unpack(release, join(folder, 'client'))
  const screen = join(home, 'src/testing/cluster/screen.ts')
  mkdirSync(join(screen, '..'), { recursive: true })
  cpSync(join(import.meta.dirname, '../../src/testing/cluster/screen.ts'), screen)
  return import(screen)
}
