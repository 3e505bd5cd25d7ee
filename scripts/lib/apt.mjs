import { existsSync } from 'node:fs'
import { run } from './system.mjs'

const { env, platform } = process

/** Whether packages of Debian's can be installed here. */
export function canApt() {
  return platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs packages if possible; the caller checks the result. */
export async function aptInstall(names) {
  const settings = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-q'], settings)
  for (const name of names) {
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], settings)
  }
}
