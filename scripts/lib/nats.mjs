import { existsSync } from 'node:fs'
import { aptInstall, canApt } from './apt.mjs'
import { say } from './system.mjs'

const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']
const isThere = () => [process.env.NATS_SERVER_PATH, ...PLACES].some((path) => path && existsSync(path))

/** Installs nats-server where that can be done; the tests that need one are left out where it can't, which is said. */
export async function prepareNats() {
  if (isThere()) return
  if (canApt()) {
    say('Installing a nats-server for the tests of several processes.')
    // A mirror that is away is no reason to test nothing.
    await aptInstall(['nats-server']).catch((error) => say(error.message))
  }
  if (!isThere())
    say('No nats-server is here: the tests of several processes on one are left out. NATS_SERVER_PATH names one.')
}
