import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mayInstall } from './installed-deb.ts'

/** Environment of the commands. */
const PATH_ALONE = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

/** The test changes the machine: separate network and `/run` namespaces need root. */
export const mayStandIn =
  mayInstall && spawnSync('unshare', ['--mount', '--net', 'true'], { env: PATH_ALONE, stdio: 'ignore' }).status === 0

/** This machine with a separate network, and with a replacement of systemd for one service. */
export interface StandInMachine {
  /** Runs a script as root, and returns its output; throws at the first failure. */
  run(script: string): string
  /** The output of the service. */
  log(): string
  close(): void
}

/** Runs the unit's commands without systemd. */
const systemctl = (folder: string) => `#!/bin/sh
set -e
unit=/lib/systemd/system/brontide.service
running() { [ -s ${folder}/pid ] && readlink "/proc/$(cat ${folder}/pid)/exe" > /dev/null; }
stop() {
  running || return 0
  kill "$(cat ${folder}/pid)"
  while running; do sleep 0.1; done
}
start() {
  running && return 0
  of() { sed -n "s/^$1=//p" $unit; }
  identity="--reuid=$(of User) --regid=$(of User) --init-groups"
  ( cd "$(of WorkingDirectory)"; umask "$(of UMask)"; set -a; . "$(of EnvironmentFile)"
    exec setsid setpriv $identity "$(of ExecStart)" < /dev/null >> ${folder}/log 2>&1 ) &
  echo $! > ${folder}/pid
}
case "$*" in
  daemon-reload) ;;
  'start brontide' | 'stop brontide') $1 ;;
  'restart brontide') stop; start ;;
  'try-restart brontide.service') if running; then stop; start; fi ;;
  'enable --now brontide.service') start ;;
  'disable --now brontide.service') stop ;;
  *) echo "no systemctl $*" >&2; exit 1 ;;
esac
`

/** Opens such a machine, with its files in an empty folder; commands run there. */
export async function openStandInMachine(folder: string): Promise<StandInMachine> {
  const state = join(folder, 'systemd')
  mkdirSync(join(state, 'bin'), { recursive: true })
  const program = join(state, 'bin', 'systemctl')
  writeFileSync(program, systemctl(state))
  chmodSync(program, 0o755)
  // The package checks for this folder to detect systemd; `cat` ends with this process.
  const setUp = 'mount -t tmpfs tmpfs /run; mkdir -p /run/systemd/system; ip link set lo up; echo ready; exec cat'
  const holder = spawn('unshare', ['--mount', '--net', '--propagation', 'private', 'sh', '-ec', setUp], {
    env: PATH_ALONE,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const inside = ['-t', String(holder.pid), '--mount', '--net', `--wd=${folder}`]
  const env = { PATH: `${join(state, 'bin')}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: '/root' }
  const run = (script: string) =>
    execFileSync('nsenter', [...inside, 'sh', '-euc', script], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const log = join(state, 'log')

  return {
    run,
    log: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    close() {
      run(`${program} stop brontide`)
      holder.kill()
    },
  }
}
