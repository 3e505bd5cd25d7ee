import { existsSync } from 'node:fs'
import { aptInstall, canApt } from './apt.mjs'
import { say } from './system.mjs'

/** What some tests run against, by the name of its package. */
const SERVERS = [
  {
    name: 'nats-server',
    places: [
      process.env.NATS_SERVER_PATH,
      '/usr/sbin/nats-server',
      '/usr/bin/nats-server',
      '/usr/local/bin/nats-server',
    ],
    leftOut: 'the tests of several processes on one are left out. NATS_SERVER_PATH names one.',
  },
  {
    name: 'mosquitto',
    places: ['/usr/sbin/mosquitto'],
    leftOut: 'alarms by MQTT are tried with the broker of a package alone.',
  },
]
/** As large as all else together: it is installed for the long tests. */
const PROMETHEUS = {
  name: 'prometheus',
  places: ['/usr/bin/prometheus'],
  leftOut: 'neither alert rules nor the dashboard are tried with one.',
}
const isMissing = ({ places }) => !places.some((path) => path && existsSync(path))

/** Installs the servers that some tests need, where that can be done; those tests are left out where it can't, which is said. */
export async function prepareTestServers({ long }) {
  const servers = long ? [...SERVERS, PROMETHEUS] : SERVERS
  const missing = servers.filter(isMissing).map(({ name }) => name)
  if (missing.length > 0 && canApt()) {
    say(`Installing ${missing.join(' and ')} for tests.`)
    // A mirror that is away is no reason to test nothing.
    await aptInstall(missing).catch((error) => say(error.message))
  }
  for (const { name, leftOut } of servers.filter(isMissing)) say(`No ${name} is here: ${leftOut}`)
}
