import { existsSync } from 'node:fs'
import { aptInstall, canApt } from './apt.mjs'
import { say } from './system.mjs'

/** Programs needed by some tests, by package name. */
const OF_ALL_TESTS = [
  {
    name: 'nats-server',
    places: [
      process.env.NATS_SERVER_PATH,
      '/usr/sbin/nats-server',
      '/usr/bin/nats-server',
      '/usr/local/bin/nats-server',
    ],
    leftOut: 'cluster tests are skipped. NATS_SERVER_PATH sets the path.',
  },
  {
    name: 'mosquitto',
    places: ['/usr/sbin/mosquitto'],
    leftOut: 'MQTT is tested with the broker from npm only.',
  },
]
/** Larger by far: these are installed for the long tests. */
const OF_LONG_TESTS = [
  {
    name: 'prometheus',
    places: ['/usr/bin/prometheus'],
    leftOut: 'alert rules and the dashboard are not tested with it.',
  },
  {
    name: 'firefox-esr',
    places: ['/usr/bin/firefox-esr'],
    leftOut: 'tests in Firefox are skipped.',
  },
  {
    name: 'webkit2gtk-driver',
    places: ['/usr/bin/WebKitWebDriver'],
    leftOut: 'tests in WebKitGTK are skipped.',
  },
  {
    name: 'xvfb',
    places: ['/usr/bin/Xvfb'],
    leftOut: 'tests in Firefox and WebKitGTK are skipped, since they need a display.',
  },
]
const isMissing = ({ places }) => !places.some((path) => path && existsSync(path))

/** Installs the programs needed by some tests if possible; otherwise those tests are skipped with a notice. */
export async function prepareTestPrograms({ long }) {
  const programs = long ? [...OF_ALL_TESTS, ...OF_LONG_TESTS] : OF_ALL_TESTS
  const missing = programs.filter(isMissing).map(({ name }) => name)
  if (missing.length > 0 && canApt()) {
    say(`Installing ${missing.join(' and ')} for tests.`)
    // An unreachable mirror must not prevent other tests.
    await aptInstall(missing).catch((error) => say(error.message))
  }
  for (const { name, leftOut } of programs.filter(isMissing)) say(`${name} not found: ${leftOut}`)
}
