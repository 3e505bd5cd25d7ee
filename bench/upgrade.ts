import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../src/contract/limits.ts'
import { hashPassword } from '../src/server/access/password-file.ts'
import type { AccountEntry } from '../src/server/contract/accounts/accounts.ts'
import { startUpstream } from '../src/testing/cluster/cluster-kit.ts'
import { openScreen } from '../src/testing/cluster/screen.ts'
import { type Measured, report } from './lib/measured-table.ts'
import { makeThisRelease, takeRelease } from './upgrade/made-releases.ts'
import { NAME, PASSWORD, PLACES, ROLES } from './upgrade/people.ts'
import { clientOf, openClusterSite, openDebSite, openTarballSite, type Releases } from './upgrade/sites.ts'
import { watchChanges } from './upgrade/watched-changes.ts'

/**
 * `npm run bench:upgrade`: an earlier release is upgraded to this one under screens, as operators do it, then rolled back, and
 * upgraded again: from the tarball, from the package, and three processes one after the other.
 */

const USAGE = `npm run bench:upgrade -- [flags]
  --from COMMIT   the release to upgrade from, or a folder with one; default: the latest tag v*, else the first commit that can build releases
  --to COMMIT     the release to upgrade to; default: this tree
  --only LIST     selected installations: tarball,deb,cluster
  --viewers 30    screens, half of them with the page's client of the earlier release
  --minutes 3     strikes are collected before the first upgrade
  --rate 20       strikes a second of the simulator, which is the upstream
  --logs FOLDER   stores the output of the servers
  --json          the numbers as JSON
The package needs root, dpkg, and a machine without systemd and without a Brontide; the cluster needs nats-server, and an earlier release that
knows NATS_URL with passwords. Another release than this one is made once, which needs npm's registry.
`

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    only: { type: 'string', default: 'tarball,deb,cluster' },
    viewers: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '3' },
    rate: { type: 'string', default: '20' },
    logs: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
// Child processes end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
if (values.help) process.stdout.write(USAGE)
else {
  await run()
  process.exit() // does not wait for open handles
}

async function run(): Promise<void> {
  const releases: Releases = {
    earlier: takeRelease(values.from),
    now: values.to === undefined ? makeThisRelease() : takeRelease(values.to),
  }
  process.stderr.write(`From ${releases.earlier.name} to ${releases.now.name}.\n`)
  const folder = mkdtempSync(join(tmpdir(), 'brontide-upgrade-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { openScreen: earlierScreen } = await clientOf(releases.earlier, folder)
  const clients = [
    { name: 'its own client', openScreen },
    { name: "the earlier release's client", openScreen: earlierScreen },
  ]
  const opens = { tarball: openTarballSite, deb: openDebSite, cluster: openClusterSite }
  const rows: Measured[] = []
  for (const [name, open] of Object.entries(opens)) {
    if (!values.only.split(',').includes(name)) continue
    const upstream = await startUpstream(Number(values.rate))
    const files = {
      ACCESS_PASSWORD_FILE: `${await hashPassword(PASSWORD, NAME)}\n`,
      TOKEN_SECRET_FILE: 'shared by all processes of the bench\n',
      PLACES_FILE: PLACES,
      ROLES_FILE: ROLES,
    }
    const site = await open(
      releases,
      { env: { ...upstream.env, ACCESS: 'password', LOG_LEVEL: 'debug' }, files },
      folder,
    )
    const of = { name, site, clients, viewers: Number(values.viewers), minutes: Number(values.minutes) }
    try {
      rows.push(
        ...(await watchChanges({ ...of, listen: upstream.truth })),
        ...accountRows(name, await upstream.account()),
      )
    } finally {
      if (values.logs) writeFileSync(join(values.logs, `${name}.log`), site.said())
    }
    await site.close()
    await upstream.close()
  }
  report(rows, values.json)
}

/** What the upstream counted. */
function accountRows(name: string, { sockets, requests }: AccountEntry): Measured[] {
  const row = (what: string, measured: number, atMost: number) => ({
    what: `${name}: ${what}`,
    measured,
    unit: '',
    atMost,
  })
  return [
    row('most sockets at the upstream', sockets.peak, SOCKETS_PER_APPLICATION),
    row('most requests at the upstream in any second', requests.peakPerSecond, HTTP_REQUESTS_PER_SECOND),
  ]
}
